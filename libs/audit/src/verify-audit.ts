import type { AuditModels, HeadRow } from './audit-models.js'
import { EMPTY_CHAIN, extendChain, type AuditRow, type ChainHead } from './audit-row.js'
import { isSignedBy, type AuditKey } from './signed-head.js'

/**
 * `changed`: a row is not what was hashed; `missing`: a place has no row; `head`: the chain ends elsewhere than it should;
 * `signature`: a signed head is not the service's; `signed`: the chain is not the one that was signed.
 */
export type ChainVerdict =
  | { intact: true; head: ChainHead; signedHeads: number }
  | { intact: false; seq: number; reason: 'changed' | 'missing' | 'head' | 'signature' | 'signed' }

/** Recalculates a service's whole chain and compares it with what is stored and with what was signed. */
export async function verifyAudit(
  models: AuditModels,
  { service, publicKey }: Pick<AuditKey, 'service' | 'publicKey'>,
): Promise<ChainVerdict> {
  // Before the chain, which only grows meanwhile.
  const signed = await models.signed.find().sort({ seq: 1, _id: 1 }).lean()
  const forged = signed.find((row) => row.service !== service || !isSignedBy(row, publicKey))
  if (forged) return { intact: false, seq: forged.seq, reason: 'signature' }
  const verdict = await verifyChain(models, signed)
  if (!verdict.intact) return verdict
  const last = signed.at(-1)
  if (last && last.seq > verdict.head.seq) return { intact: false, seq: last.seq, reason: 'signed' }
  return { ...verdict, signedHeads: signed.length }
}

/** @param signed in the order of their places; a place may have been signed in more than one hour */
async function verifyChain(
  { rows, heads }: AuditModels,
  signed: readonly ChainHead[],
): Promise<Exclude<ChainVerdict, { intact: true }> | { intact: true; head: ChainHead }> {
  let head = EMPTY_CHAIN
  let seen = 0
  const chained = rows.find({ seq: { $gte: 1 } }).sort({ seq: 1 })
  for await (const row of chained.lean<AuditRow[]>().cursor()) {
    const next = extendChain(head, row)
    if (row.seq !== next.seq) return { intact: false, seq: next.seq, reason: 'missing' }
    if (row.hash !== next.hash) return { intact: false, seq: next.seq, reason: 'changed' }
    for (let end = signed[seen]; end && end.seq <= next.seq; end = signed[(seen += 1)])
      if (end.seq === next.seq && end.hash !== next.hash) return { intact: false, seq: next.seq, reason: 'signed' }
    head = next
  }
  const stored = (await heads.findOne({ _id: 'head' }).lean<HeadRow>()) ?? EMPTY_CHAIN
  if (stored.seq !== head.seq || stored.hash !== head.hash) return { intact: false, seq: stored.seq, reason: 'head' }
  return { intact: true, head }
}
