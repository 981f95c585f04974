import { beforeEach, describe, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { aProperty } from '../../../test/property.js'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import { DisclosuresStep } from './disclosures-step.js'

beforeEach(() => localStorage.clear())

const disclosure = (id: string, kind: string) => ({
  ...{ id, kind, version: 1, hash: 'a'.repeat(64), locale: 'en', required: true },
  ...{ title: `Title of ${id}`, body: 'Body', statement: `I have read ${id}.` },
})
const sheet = (locale: 'en' | 'ar') => ({
  ...{ id: 'key-facts', kind: 'key_facts' as const, title: 'Key facts', version: 1 },
  ...{ sizeBytes: 10, hash: 'b'.repeat(64), locale },
})

describe('the texts before paying', () => {
  it.each([
    ['en', 'Open the key facts of this offering (opens in a new tab)'],
    ['ar', 'افتح الحقائق الرئيسية لهذا الطرح (تُفتح في علامة تبويب جديدة)'],
  ] as const)('open the key facts that are said to have been read, in %s and in a new tab', async (locale, name) => {
    const documents = [disclosure('risk-warning', 'risk_warning'), disclosure('how', 'key_facts')]
    const property = { ...aProperty(), documents: [sheet('en'), sheet('ar')] }
    renderRoutes({
      locale,
      api: fakeApi({ 'GET /disclosures': () => [200, { success: true, documents }] }),
      routes: [
        {
          path: '*',
          element: <DisclosuresStep property={property} accepted={[]} onAccepted={() => {}} onRefused={() => {}} />,
        },
      ],
    })
    const link = await screen.findByRole('link', { name })
    expect(screen.getAllByRole('link')).toHaveLength(1)
    expect(link.getAttribute('href')).toBe(`/api/properties/Prop_1904_marina/documents/key-facts?locale=${locale}`)
    expect(link.getAttribute('target')).toBe('_blank')
  })
})
