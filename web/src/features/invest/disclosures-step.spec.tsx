import { LANGUAGES } from '@hissa/texts'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { aProperty } from '../../../test/property.js'
import { fakeApi, languageOf, renderRoutes } from '../../../test/render.js'
import type { AppLocale } from '../../lib/locale.js'
import { DisclosuresStep } from './disclosures-step.js'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const disclosure = (id: string, kind: string) => ({
  ...{ id, kind, version: 1, hash: 'a'.repeat(64), locale: 'en', required: true },
  ...{ title: `Title of ${id}`, body: 'Body', statement: `I have read ${id}.` },
})
const sheet = (locale: 'en' | 'ar') => ({
  ...{ id: 'key-facts', kind: 'key_facts' as const, title: 'Key facts', version: 1 },
  ...{ sizeBytes: 10, hash: 'b'.repeat(64), locale },
})

describe('the disclosures step', () => {
  it.each([
    ['en', 'Open the key facts of this offering (opens in a new tab)'],
    ['ar', 'افتح الحقائق الرئيسية لهذا الطرح (تُفتح في علامة تبويب جديدة)'],
  ] as const)('opens the key facts in %s in a new tab', async (locale, name) => {
    const documents = [disclosure('risk-warning', 'risk_warning'), disclosure('how', 'key_facts')]
    const property = { ...aProperty(), documents: [sheet('en'), sheet('ar')] }
    renderRoutes({
      locale,
      api: fakeApi({ 'GET /disclosures': () => [200, { success: true, documents }] }),
      routes: [
        {
          path: '*',
          element: (
            <DisclosuresStep property={property} accepted={[]} onAccepted={async () => {}} onRefused={() => {}} />
          ),
        },
      ],
    })
    const link = await screen.findByRole('link', { name })
    expect(link.getAttribute('href')).toBe(`/api/properties/Prop_1904_marina/documents/key-facts?locale=${locale}`)
    expect(link.getAttribute('target')).toBe('_blank')
    const pdf = screen.getByRole('link', { name: 'PDF (Key facts)' })
    expect(pdf.getAttribute('href')).toBe(`/api/properties/Prop_1904_marina/documents/key-facts/pdf?locale=${locale}`)
    expect(screen.getAllByRole('link')).toEqual([link, pdf])
  })
})

/** Opens the step with two texts, served in the requested language, and returns the ways to use it. */
async function open(before?: ReturnType<typeof renderRoutes>) {
  before?.unmount()
  let requestedLocale = ''
  const texts = () => ['risk', 'fees'].map((id) => textOf(id, requestedLocale))
  const { fetchApi, calls } = fakeApi({
    'GET /disclosures': () => [200, { success: true, documents: texts() }],
    'POST /disclosures/acceptances': () => [200, { success: true, outstanding: [] }],
  })
  const api = {
    calls,
    fetchApi: (path: string, init: RequestInit) => {
      requestedLocale = new URLSearchParams(path.split('?')[1]).get('locale') ?? ''
      return fetchApi(path, init)
    },
  }
  const step = <DisclosuresStep property={aProperty()} accepted={[]} onAccepted={async () => {}} onRefused={() => {}} />
  const view = renderRoutes({ api, routes: [{ path: '*', element: step }] })
  await screen.findByText('Body of risk, en')
  const speak = (locale: AppLocale) => {
    const { messages } = languageOf(locale).i18n
    act(() => view.services.language.i18n.loadAndActivate({ locale, locales: LANGUAGES[locale].tag, messages }))
  }
  return { view, speak }
}
const textOf = (id: string, locale: string) => ({
  ...disclosure(id, id),
  ...{ locale, body: `Body of ${id}, ${locale}`, statement: `Statement of ${id}, ${locale}` },
})
const read = (text: string) => screen.findByText(`Body of ${text}`)
const tick = (text: string) => fireEvent.click(screen.getByLabelText(`Statement of ${text}`))
const sent = (view: ReturnType<typeof renderRoutes>) =>
  view.calls
    .filter(({ call }) => call.startsWith('POST'))
    .map(({ body }) => body as { locale: string; documents: { documentId: string }[] })
    .map(({ locale, documents }) => [locale, ...documents.map(({ documentId }) => documentId)])
const submit = () => fireEvent.submit(document.querySelector('form')!)

describe('the language of the disclosures', () => {
  it('follows the language of the page and discards an earlier choice', async () => {
    const { speak } = await open()
    fireEvent.click(screen.getAllByRole('button', { name: 'العربية' })[0]!)
    await read('risk, ar')
    speak('ar')
    await read('fees, ar')
    speak('en')
    await read('risk, en')
    await read('fees, en')
  })

  it('can be chosen for each text after the page’s language changed', async () => {
    const { speak } = await open()
    speak('ar')
    await read('fees, ar')
    fireEvent.click(screen.getAllByRole('button', { name: 'English' })[0]!)
    await read('risk, en')
    await read('fees, ar')
  })

  it('is recorded as shown when each text was ticked, in one request per language', async () => {
    const { view, speak } = await open()
    tick('risk, en')
    speak('ar')
    await read('fees, ar')
    tick('fees, ar')
    submit()
    await waitFor(() =>
      expect(sent(view)).toEqual([
        ['en', 'risk'],
        ['ar', 'fees'],
      ]),
    )
  })

  it('is recorded as chosen if the user chose another than the page’s', async () => {
    const { view } = await open()
    for (const button of screen.getAllByRole('button', { name: 'العربية' })) fireEvent.click(button)
    await read('risk, ar')
    await read('fees, ar')
    tick('risk, ar')
    tick('fees, ar')
    submit()
    await waitFor(() => expect(sent(view)).toEqual([['ar', 'risk', 'fees']]))
  })

  it('is kept with the ticks through a reload in a different language', async () => {
    const first = await open()
    first.speak('ar')
    await read('risk, ar')
    tick('risk, ar')
    const { view } = await open(first.view)
    tick('fees, en')
    submit()
    await waitFor(() =>
      expect(sent(view)).toEqual([
        ['ar', 'risk'],
        ['en', 'fees'],
      ]),
    )
  })
})
