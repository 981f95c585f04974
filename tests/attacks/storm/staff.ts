import { ApiFailure, type Session } from '@hissa/testing-driver'
import type { RejectedOrderView, ResolutionAction, SuspenseItemView } from '@hissa/contracts/investment'
import { demoPassword } from '../../../local/launcher/src/seed/accounts.js'
import { nameOf, type Market } from './market.js'

const REASON = 'Checked against the statement of the card processor.'
const REFERENCE = 'storm transfer'
const PAGE = 100

type Subject = { kind: 'suspense' | 'order'; id: string }

/**
 * Resolves the open work of finance as two members of its team. Items that cannot be resolved are counted and remain.
 */
export async function resolveAll({ journey, tally }: Market): Promise<void> {
  const [maker, checker] = await Promise.all(
    ['finance@hissa.test', 'finance2@hissa.test'].map((email) => journey.signIn(email, demoPassword)),
  )
  const ask = <T>({ idToken }: Session, path: string, body?: object) =>
    journey.api<T>(`/api/finance/${path}`, { token: idToken, body })
  const resolve = async (subject: Subject, action: ResolutionAction) => {
    try {
      const proposal = { subject, action, reason: REASON }
      const { pending } = await ask<{ pending: { approvalId: string } }>(maker!, 'resolutions', proposal)
      await ask(checker!, `resolutions/${pending.approvalId}/decision`, { verdict: 'approve', reason: REASON })
      tally.add(`staff.${subject.kind}.${action.type}`)
    } catch (error) {
      const why = error instanceof ApiFailure ? (error.body['why'] as string | undefined) : undefined
      tally.add(`staff.${subject.kind}.${action.type}.${why ?? nameOf(error)}`)
    }
  }
  const all = async <T>(path: string, key: string) => {
    const found: T[] = []
    for (let cursor = ''; ;) {
      const page = await ask<Record<string, T[]> & { cursor?: string }>(maker!, `${path}?limit=${PAGE}${cursor}`)
      found.push(...page[key]!)
      if (page.cursor === undefined) return found
      cursor = `&cursor=${encodeURIComponent(page.cursor)}`
    }
  }
  for (const { itemId, actions } of await all<SuspenseItemView>('suspense', 'items')) {
    const [type] = actions
    if (type === 'refund' || type === 'net') await resolve({ kind: 'suspense', id: itemId }, { type })
    if (type === 'cover' || type === 'withdraw' || type === 'settle')
      await resolve({ kind: 'suspense', id: itemId }, { type, reference: REFERENCE })
  }
  for (const { orderId, work } of await all<RejectedOrderView>('rejected-work', 'orders'))
    await resolve(
      { kind: 'order', id: orderId },
      work === 'refund' ? { type: 'settle', reference: REFERENCE } : { type: 'release' },
    )
}
