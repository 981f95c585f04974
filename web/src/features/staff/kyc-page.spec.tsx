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
  assignee: userId ? { userId, claimedAt: '2026-11-22T07:30:00Z', until: '2026-11-22T07:40:00Z' } : null,
  proposal: null,
  submittedAt: '2026-11-22T07:00:00Z',
  dueAt: '2026-11-23T14:00:00Z',
  overdue: false,
  sla: { state: 'running', leftMinutes: 200 },
  sampleData: true,
  version: 1,
  fields: [],
  revealed: false,
  mrz: { format: 'TD3', valid: true, failures: [], source: 'typed', engine: null },
  toOpen: null,
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

const MESSAGE = {
  status: { reasons: [{ text: 'The picture is blurred.', fix: 'Take it again.' }], nextAction: 'Submit again.' },
  email: {
    subject: 'Your identity verification: We need more information',
    blocks: [
      { kind: 'list', items: ['The picture is blurred. Take it again.'] },
      { kind: 'link', label: 'Correct and submit again', path: '/onboarding' },
    ],
  },
}

/** Opens the desk with two cases, the second of which the user has claimed. */
function open(at = '/staff/kyc', more: Parameters<typeof fakeApi>[0] = {}) {
  const tickets = [ticket('case-1'), ticket('case-2', 'user-1')]
  const counts = { unassigned: 1, mine: 1, soon: 2, waiting: 3, rescreened: 5, second: 0, all: 2, decided: 4 }
  const one = (index: number) => () => [200, { success: true, ticket: tickets[index] }] as [number, unknown]
  const api = fakeApi({
    'GET /kyc/tickets': () => [200, { success: true, tickets, count: 2, counts, lists: LISTS }],
    'GET /kyc/tickets/case-1': one(0),
    'GET /kyc/tickets/case-2': one(1),
    'POST /kyc/tickets/case-1/claim': one(0),
    'POST /kyc/tickets/next': one(0),
    'POST /kyc/tickets/case-2/renewal': () => [200, { success: true, until: '2026-11-22T07:50:00Z' }],
    'POST /kyc/tickets/preview': () => [200, { success: true, ...MESSAGE }],
    ...more,
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
  it('move through the queue, and claim and open the next case', async () => {
    const { calls } = open()
    expect((await screen.findAllByText('Sample data')).length).toBe(2)
    const focused = () => document.activeElement?.getAttribute('data-case')
    press('j')
    expect(focused()).toBe('case-1')
    press('j')
    expect(focused()).toBe('case-2')
    press('k')
    expect(focused()).toBe('case-1')
    press('n')
    await shown('case-1')
    expect(calls.map(({ call }) => call)).toContain('POST /kyc/tickets/next')
  })

  it('claim the open case', async () => {
    const { calls } = open('/staff/kyc/case-1')
    await shown('case-1')
    press('c')
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain('POST /kyc/tickets/case-1/claim'))
  })

  it.each(['a', '1'])('open the decision of a claimed case by %s', async (key) => {
    open('/staff/kyc/case-2')
    await shown('case-2')
    press(key)
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  it('open no decision of a case that is not claimed, and say why', async () => {
    open('/staff/kyc/case-1')
    await shown('case-1')
    press('a')
    expect(screen.queryByRole('dialog')).toBeNull()
    const approve = screen.getByRole('button', { name: /Approve case/ })
    expect(approve.getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(approve.getAttribute('aria-describedby')!)
    expect(reason?.textContent).toBe('Claim the case before you decide it.')
  })
})

it('shows how many cases are in each view', async () => {
  open()
  const link = await screen.findByRole('link', { name: /Awaiting applicant\s*3/ })
  expect(link.getAttribute('href')).toContain('view=waiting')
})

it('renews a claim while the case is open, and reports one that has ended', async () => {
  const ended = { ...ticket('case-2'), applicant: 'Applicant of case-2' }
  let reads = 0
  const { calls } = open('/staff/kyc/case-2', {
    'GET /kyc/tickets/case-2': () => [
      200,
      { success: true, ticket: (reads += 1) === 1 ? ticket('case-2', 'user-1') : ended },
    ],
    'POST /kyc/tickets/case-2/renewal': () => [409, { code: 'CLAIM_ENDED', detail: 'x' }],
  })
  expect(await screen.findByText(/Your claim has ended/)).toBeTruthy()
  expect(calls.map(({ call }) => call)).toContain('POST /kyc/tickets/case-2/renewal')
})

it('shows exactly what the applicant will read before a decision', async () => {
  const { calls } = open('/staff/kyc/case-2')
  await shown('case-2')
  press('i')
  fireEvent.click(await screen.findByRole('checkbox', { name: /isn’t clear enough/ }))
  expect(await screen.findByText('Your identity verification: We need more information')).toBeTruthy()
  expect(screen.getByText('Submit again.')).toBeTruthy()
  const [preview] = calls.filter(({ call }) => call === 'POST /kyc/tickets/preview')
  expect(preview!.body).toEqual({ decision: 'resubmit', reasonCodes: ['DOCUMENT_UNREADABLE'], locale: 'en' })
})

it('searches by an id, and never sends a name', async () => {
  const { calls } = open()
  const field = await screen.findByRole('searchbox')
  fireEvent.change(field, { target: { value: 'Layla Haddad' } })
  fireEvent.submit(field.closest('form')!)
  expect(await screen.findByText(/Names can’t be searched/)).toBeTruthy()
  fireEvent.change(field, { target: { value: 'ab12cd34' } })
  fireEvent.submit(field.closest('form')!)
  expect(await screen.findByRole('heading', { name: 'Search result' })).toBeTruthy()
  expect(JSON.stringify(calls)).not.toContain('Layla')
})

it('reads the audit trail only when it is asked for', async () => {
  const entry = { at: '2026-11-22T07:31:00Z', action: 'document.read', reason: null, kind: 'front', seq: 41 }
  const { calls } = open('/staff/kyc/case-2', {
    'GET /kyc/tickets/case-2/trail': () => [200, { success: true, entries: [{ id: 'e', actor: 'user-1', ...entry }] }],
  })
  await shown('case-2')
  expect(calls.map(({ call }) => call)).not.toContain('GET /kyc/tickets/case-2/trail')
  fireEvent.click(screen.getByRole('button', { name: 'Show the audit trail' }))
  expect(await screen.findByText(/Picture opened · Front · you/)).toBeTruthy()
  expect(screen.getByText('#41')).toBeTruthy()
})

it('reads the audit trail again after a failure', async () => {
  let isDown = true
  const entries = [
    { id: 'e', actor: 'user-1', at: '2026-11-22T07:31:00Z', action: 'case.read', reason: null, kind: null, seq: 41 },
  ]
  open('/staff/kyc/case-2', {
    'GET /kyc/tickets/case-2/trail': () => (isDown ? [503, {}] : [200, { success: true, entries }]),
  })
  await shown('case-2')
  fireEvent.click(screen.getByRole('button', { name: 'Show the audit trail' }))
  await screen.findByText('We couldn’t load the audit trail.')
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('#41')).toBeTruthy()
})

it('shows the age of each sanctions list, and warns of an old one', async () => {
  open()
  expect((await screen.findByText(/2 days old$/)).className).not.toContain('text-bad')
  expect(screen.getByText(/2,868 days old$/).className).toContain('text-bad')
})
