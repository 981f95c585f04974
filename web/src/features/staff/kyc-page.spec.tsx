import { beforeEach, describe, expect, it } from '@jest/globals'
import type { TicketDetail } from '@hissa/contracts/kyc'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import KycPage from './kyc-page.js'

beforeEach(() => {
  localStorage.clear()
  storeTokens({ 'cognito:groups': ['compliance'] })
})

const ticket = (caseId: string, userId?: string): TicketDetail => ({
  caseId,
  state: 'in_review',
  applicant: `Applicant of ${caseId}`,
  documentType: 'passport',
  issuingCountry: 'JOR',
  risk: 'medium',
  reasons: [],
  assignee: userId ? { userId, claimedAt: '2026-11-22T07:30:00Z' } : null,
  proposal: null,
  submittedAt: '2026-11-22T07:00:00Z',
  dueAt: '2026-11-23T14:00:00Z',
  overdue: false,
  sampleData: true,
  version: 1,
  fields: [],
  revealed: false,
  mrz: { format: 'TD3', valid: true, failures: [] },
  screening: { listDate: '2026-02-27', lists: [{ list: 'UN', date: '2026-02-27' }], hits: [] },
  secondReviewer: { approve: false, reject: false },
  rule: { id: 'kyc.auto-approve', version: 3, outcome: 'review', inputs: {} },
  documents: [],
  history: [],
})

const LISTS = [
  { list: 'UN', date: '2026-11-20', ageDays: 2, old: false },
  { list: 'OFAC SDN', date: '2019-01-15', ageDays: 2_868, old: true },
]

/** Opens the desk with two cases, the second of which the user has claimed. */
function open(at = '/staff/kyc') {
  const tickets = [ticket('case-1'), ticket('case-2', 'user-1')]
  const counts = { unassigned: 1, mine: 1, second: 0, all: 2 }
  const one = (index: number) => () => [200, { success: true, ticket: tickets[index] }] as [number, unknown]
  const api = fakeApi({
    'GET /kyc/tickets': () => [200, { success: true, tickets, count: 2, counts, lists: LISTS }],
    'GET /kyc/tickets/case-1': one(0),
    'GET /kyc/tickets/case-2': one(1),
    'POST /kyc/tickets/case-1/claim': one(0),
  })
  const desk = (
    <main>
      <KycPage />
    </main>
  )
  return renderRoutes({ at, api, routes: [{ path: '/staff/kyc/:caseId?', element: desk }] })
}
const press = (key: string) => fireEvent.keyDown(document.body, { key })
const shown = (caseId: string) => screen.findByRole('heading', { level: 1, name: `Applicant of ${caseId}` })

describe('the keys of the compliance desk', () => {
  it('open the next and the previous case', async () => {
    open()
    expect((await screen.findAllByText('Sample data')).length).toBe(2)
    press('n')
    await shown('case-1')
    press('n')
    await shown('case-2')
    press('p')
    await shown('case-1')
  })

  it('claim the open case', async () => {
    const { calls } = open('/staff/kyc/case-1')
    await shown('case-1')
    press('c')
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain('POST /kyc/tickets/case-1/claim'))
  })

  it('open the decision of a claimed case', async () => {
    open('/staff/kyc/case-2')
    await shown('case-2')
    press('1')
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })
})

it('shows the age of each sanctions list, and warns of an old one', async () => {
  open()
  expect((await screen.findByText(/2 days old$/)).className).not.toContain('text-bad')
  expect(screen.getByText(/2,868 days old$/).className).toContain('text-bad')
})
