import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { Role } from '@hissa/contracts'
import {
  DecideResolution,
  ListSuspense,
  ProposeResolution,
  SettlePayment,
  type ResolutionAction,
} from '@hissa/contracts/investment'
import { newId } from '@hissa/kernel'
import { accounts } from '../src/accounts.js'
import type { WebhookEvent } from '../src/processor/processor.api.js'
import { Investment } from './harness.js'

let app: Investment
beforeAll(async () => {
  app = await Investment.start()
})
afterAll(() => app.stop())

const FINANCE: readonly Role[] = ['finance']
const [maker, checker] = [newId(), newId()]
const settle = (message: { payloadBase64: string; signature: string }) => app.call(SettlePayment, message)
const deliver = (event: Record<string, unknown>) => settle(app.gateway.signed(event as unknown as WebhookEvent))
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string; status?: number; extra?: { why?: string } }) =>
      [error.status, error.code, ...(error.extra?.why ? [error.extra.why] : [])].join(' '),
  )
const balance = async (accountId: string) => {
  const { creditsPosted = 0, debitsPosted = 0 } = (await app.proof()).balances.get(accountId) ?? {}
  return creditsPosted - debitsPosted
}
const item = (itemId: string) => app.collection('suspense').findOne({ _id: itemId })
const suspense = (id: string) => ({ kind: 'suspense' as const, id })
const propose = (subject: { kind: 'suspense' | 'order'; id: string }, action: ResolutionAction, by = maker) =>
  app.call(ProposeResolution, { subject, action, reason: 'Seen on the bank file' }, by, FINANCE)
const decide = (approvalId: string, verdict: 'approve' | 'reject' = 'approve', by = checker) =>
  app.call(DecideResolution, { approvalId, verdict, reason: 'Agrees with the processor' }, by, FINANCE)
const resolve = async (...args: Parameters<typeof propose>) => decide((await propose(...args)).pending.approvalId)

/** Returns what card clearing holds, by the processor's account and by ours. */
async function clearing() {
  const captured = [...app.gateway.sessions.values()].reduce((sum, { paid, amount }) => sum + (paid ? amount : 0), 0)
  return { ours: -(await balance(accounts.cardClearing())), captured }
}

describe('a dispute', () => {
  const dispute = (
    disputeId: string,
    type: string,
    update: { status: string; movedMinor: number; evidenceDueSeconds?: number },
  ) =>
    deliver({
      ...{ eventId: newId(), type, kind: 'dispute' },
      dispute: { disputeId, paymentId: 'pi_disputed', currency: 'aed', ...update },
    })
  const opened = { status: 'open', movedMinor: 0 }
  const withdrawn = { status: 'open', movedMinor: 203_000 }

  it('states until when it accepts evidence, and counts in the metric when that is near', async () => {
    const counted = async () => /^disputes_evidence_due\{[^}]*\} (\d+)$/m.exec(await app.metrics())?.[1]
    const id = `dp_${newId()}`
    const nowSeconds = Math.floor(app.now().getTime() / 1000)
    const inDays = (days: number) => nowSeconds + days * 86_400
    const event = (evidenceDueSeconds: number) =>
      dispute(id, 'charge.dispute.updated', { ...opened, evidenceDueSeconds })
    await event(inDays(4))
    expect(await counted()).toBe('0')
    await event(inDays(2))
    const { items } = await app.call(ListSuspense, { limit: 100, view: 'unresolved' }, checker, FINANCE)
    const due = items.find(({ itemId }) => itemId === `dispute:${id}`)?.evidenceDueAt
    expect(Date.parse(due!) / 1000).toBe(inDays(2))
    expect(await counted()).toBe('1')
    await dispute(id, 'charge.dispute.updated', opened)
    expect(await counted()).toBe('0')
  })

  it('opens at its first event, and closes automatically when it is won and the money is back', async () => {
    const id = `dp_${newId()}`
    const held = (await clearing()).ours
    await dispute(id, 'charge.dispute.created', opened)
    await dispute(id, 'charge.dispute.funds_withdrawn', withdrawn)
    expect(await item(`dispute:${id}`)).toMatchObject({
      kind: 'dispute',
      state: 'open',
      amount: 203_000,
      dispute: 'open',
    })
    expect((await clearing()).ours).toBe(held - 203_000)
    expect(await refusal(propose(suspense(`dispute:${id}`), { type: 'cover', reference: 'FT1' }))).toBe(
      '409 RESOLUTION_NOT_POSSIBLE dispute_open',
    )
    await dispute(id, 'charge.dispute.closed', { status: 'won', movedMinor: 0 })
    await dispute(id, 'charge.dispute.funds_reinstated', { status: 'won', movedMinor: -203_000 })
    expect(await item(`dispute:${id}`)).toMatchObject({ state: 'resolved', resolution: { type: 'won' } })
    expect((await clearing()).ours).toBe(held)
  })

  it('is booked the same in whatever order its events arrive', async () => {
    const id = `dp_${newId()}`
    const held = (await clearing()).ours
    await dispute(id, 'charge.dispute.closed', { status: 'won', movedMinor: 0 })
    await dispute(id, 'charge.dispute.funds_reinstated', { status: 'won', movedMinor: -203_000 })
    await dispute(id, 'charge.dispute.funds_withdrawn', withdrawn)
    await dispute(id, 'charge.dispute.created', opened)
    expect(await item(`dispute:${id}`)).toMatchObject({ state: 'resolved', dispute: 'won', amount: 0 })
    expect((await clearing()).ours).toBe(held)
  })

  it('is covered by the platform when it is lost', async () => {
    const id = `dp_${newId()}`
    await dispute(id, 'charge.dispute.funds_withdrawn', withdrawn)
    await dispute(id, 'charge.dispute.closed', { status: 'lost', movedMinor: 0 })
    await resolve(suspense(`dispute:${id}`), { type: 'cover', reference: 'FT2' })
    expect(await item(`dispute:${id}`)).toMatchObject({
      state: 'resolved',
      resolution: { type: 'covered', reference: 'FT2' },
    })
    expect((await app.proof()).faults).toEqual([])
  })
})
