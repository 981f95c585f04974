import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import type { TicketDetail } from '@hissa/contracts/kyc'
import { screen } from '@testing-library/react'
import { fakeApi, renderRoutes } from '../../../test/render.js'
import { DecisionDialog } from './decision-dialog.js'

const ROOT = new URL('../../../../', import.meta.url)
const textsOf = (path: string) => JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')) as Record<string, string>

describe('the reasons of a decision', () => {
  it('say what the applicant reads in place of each internal one', async () => {
    const ticket = { caseId: 'case-1', version: 1, secondReviewer: { approve: false, reject: false } } as TicketDetail
    const element = <DecisionDialog verdict="reject" ticket={ticket} onClose={() => undefined} />
    renderRoutes({ api: fakeApi({}), routes: [{ path: '*', element }] })
    await screen.findByRole('checkbox', { name: 'The document is no longer valid' })
    const internal = screen.getAllByRole('checkbox', { name: /Internal reason/ })
    expect(internal.map((box) => box.closest('label')?.textContent?.split('Internal')[0])).toEqual([
      'Outside our policy (final)',
      'Suspected forgery (final)',
      'Sanctions match (final)',
    ])
  })

  it.each(['en', 'ar'])('quote what the applicant reads in %s', (language) => {
    const read = textsOf(`libs/texts/src/kyc/${language}/kyc.json`)['kyc.reason.DECLINED.text']!
    expect(textsOf(`web/src/i18n/${language}/staff.json`)['staff.internalReason']).toContain(read)
  })
})
