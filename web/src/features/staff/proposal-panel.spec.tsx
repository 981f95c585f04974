import { beforeEach, describe, expect, it } from '@jest/globals'
import type { TicketDetail, TicketProposal } from '@hissa/contracts/kyc'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { DecisionDialog } from './decision-dialog.js'
import { ProposalPanel } from './proposal-panel.js'

beforeEach(() => {
  localStorage.clear()
  storeTokens({ 'cognito:groups': ['compliance'] })
})

const PROPOSAL: TicketProposal = {
  decision: 'reject',
  reasonCodes: ['SANCTIONS_MATCH'],
  by: 'colleague-12345678',
  at: '2026-11-22T08:00:00Z',
}
const ticket = (changes: Partial<TicketDetail> = {}): TicketDetail => ({
  caseId: 'case-1',
  state: 'in_review',
  applicant: 'L•••• H•••••',
  documentType: 'passport',
  issuingCountry: 'JOR',
  risk: 'high',
  reasons: ['SANCTIONS_NAME_MATCH'],
  assignee: null,
  proposal: PROPOSAL,
  submittedAt: '2026-11-22T07:00:00Z',
  dueAt: '2026-11-23T14:00:00Z',
  overdue: false,
  sla: { state: 'running', leftMinutes: 500 },
  sampleData: false,
  version: 7,
  fields: [],
  revealed: false,
  mrz: { format: 'TD3', valid: true, failures: [], source: 'typed', engine: null },
  toOpen: null,
  screening: { listDate: '2026-02-27', lists: [{ list: 'UN', date: '2026-02-27' }], hits: [] },
  secondReviewer: { approve: true, reject: true },
  rule: { id: 'kyc.auto-approve', version: 3, outcome: 'review', inputs: {} },
  documents: [],
  history: [
    { at: PROPOSAL.at, action: 'proposed', actor: PROPOSAL.by, reasonCodes: [], note: 'Same birth date as listed' },
  ],
  ...changes,
})
const DECIDE = 'POST /kyc/tickets/case-1/proposal/decision'
const PREVIEW = 'POST /kyc/tickets/preview'
const show = (userId: string, answers: Parameters<typeof fakeApi>[0] = {}, changes: Partial<TicketDetail> = {}) =>
  renderRoutes({
    api: fakeApi(answers),
    routes: [{ path: '*', element: <ProposalPanel ticket={ticket(changes)} proposal={PROPOSAL} userId={userId} /> }],
  })

describe('a proposed decision', () => {
  it('shows a second reviewer its author and reason', () => {
    show('me')
    expect(screen.getByText('A colleague proposes to reject this case.')).toBeTruthy()
    expect(screen.getByText('12345678')).toBeTruthy()
    expect(screen.getByText('Sanctions match (final)')).toBeTruthy()
    expect(screen.getByText('Same birth date as listed')).toBeTruthy()
  })

  it('is approved with a reason, for the version that was read', async () => {
    const { calls } = show('me', { [DECIDE]: () => [200, { success: true, ticket: ticket({ proposal: null }) }] })
    fireEvent.click(screen.getByRole('button', { name: 'Approve proposal' }))
    const confirm = () =>
      fireEvent.click(screen.getAllByRole('button', { name: 'Approve proposal', hidden: true }).at(-1)!)
    confirm()
    expect(screen.getByText('Enter a reason of at least three characters')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'I see the same' } })
    confirm()
    await waitFor(() => expect(calls.map(({ call }) => call)).toContain(DECIDE))
    expect(calls.find(({ call }) => call === DECIDE)!.body).toEqual({
      verdict: 'approve',
      reason: 'I see the same',
      version: 7,
    })
  })

  it('reports that it has already been decided', async () => {
    show('me', { [DECIDE]: () => [409, { code: 'APPROVAL_NOT_PENDING', detail: 'x' }] })
    fireEvent.click(screen.getByRole('button', { name: 'Reject proposal' }))
    fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'The papers are missing' } })
    fireEvent.click(screen.getAllByRole('button', { name: 'Reject proposal', hidden: true }).at(-1)!)
    expect(await screen.findByText('This proposal has already been decided or withdrawn.')).toBeTruthy()
  })

  it('can only be withdrawn by its author, whose other buttons say why and open nothing', () => {
    show(PROPOSAL.by)
    expect(screen.getByRole('button', { name: 'Withdraw proposal' })).toBeTruthy()
    const approve = screen.getByRole('button', { name: 'Approve proposal' })
    expect(approve.getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(approve.getAttribute('aria-describedby')!)
    expect(reason?.textContent).toBe('You proposed this yourself. Another reviewer has to decide.')
    fireEvent.click(approve)
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
  })

  it('names the evidence that its second reviewer must open before approving', () => {
    show('me', {}, { toOpen: { kinds: ['front'], details: true } })
    expect(
      screen.getByText('Before you approve, look at the front of the document and the revealed data.'),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Approve proposal' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('button', { name: 'Reject proposal' }).getAttribute('aria-disabled')).toBeNull()
  })
})

describe('a decision that needs two reviewers', () => {
  const decide = (changes: Partial<TicketDetail>, answers: Parameters<typeof fakeApi>[0] = {}) =>
    renderRoutes({
      api: fakeApi(answers),
      routes: [
        {
          path: '*',
          element: (
            <DecisionDialog
              verdict="approve"
              ticket={ticket({ proposal: null, ...changes })}
              onClose={() => undefined}
            />
          ),
        },
      ],
    })

  it('is announced as a proposal and requires a note', () => {
    const { calls } = decide({})
    expect(screen.getByText(/^This needs two reviewers/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Propose approval', hidden: true }))
    expect(screen.getByText('Enter a note of at least three characters')).toBeTruthy()
    expect(calls.filter(({ call }) => call !== PREVIEW)).toEqual([])
  })

  it('is decided at once without a note if one reviewer suffices', async () => {
    const call = 'POST /kyc/tickets/case-1/decision'
    const { calls } = decide(
      { secondReviewer: { approve: false, reject: false } },
      { [call]: () => [200, { success: true, ticket: ticket({ proposal: null }) }] },
    )
    fireEvent.click(screen.getByRole('button', { name: 'Approve case', hidden: true }))
    await waitFor(() => expect(calls.map((one) => one.call).filter((each) => each !== PREVIEW)).toEqual([call]))
  })
})
