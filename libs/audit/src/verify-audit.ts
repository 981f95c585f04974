import type { AuditModels, HeadRow } from './audit-models.js'
import { EMPTY_CHAIN, extendChain, type AuditRow, type ChainHead } from './audit-row.js'
import { findForged, type AuditKey, type SignedHead } from './signed-head.js'

/**
 * `changed`: a row differs from its hash; `missing`: a sequence number has no row; `head`: the chain doesn't end at its
 * head; `signature`: a signed head isn't signed by the service; `signed`: the chain differs from a signed head.
 */
export type ChainVerdict =
  | { intact: true; head: ChainHead; signedHeads: number }
  | { intact: false; seq: number; reason: 'changed' | 'missing' | 'head' | 'signature' | 'signed' }

/**
 * Recomputes a service's whole chain and compares it with the stored hashes and the signed heads.
 * @param kept signed heads kept outside the store: with write access to the store, an attacker can rebuild the chain,
 * remove the signed heads and wait for the service to sign the new one
 */
export async function verifyAudit(
  models: AuditModels,
  key: Pick<AuditKey, 'service' | 'publicKey'>,
  kept: readonly SignedHead[] = [],
): Promise<ChainVerdict> {
  // Read before the chain, which only grows.
  const stored: SignedHead[] = await models.signed.find().lean()
  const signed = [...stored, ...kept].sort((one, other) => one.seq - other.seq)
  const forged = await findForged(signed, key)
  if (forged) return { intact: false, seq: forged.seq, reason: 'signature' }
  const verdict = await verifyChain(models, signed)
  if (!verdict.intact) return verdict
  const last = signed.at(-1)
  if (last && last.seq > verdict.head.seq) return { intact: false, seq: last.seq, reason: 'signed' }
  return { intact: true, head: verdict.head, signedHeads: new Set(signed.map(({ signature }) => signature)).size }
}

/** The outcome of verifying a part of a chain; `isEnd` if nothing follows it. */
export type PartVerdict = Exclude<ChainVerdict, { intact: true }> | { intact: true; head: ChainHead; isEnd: boolean }

/** Verifies at most `limit` rows of a service's chain after `from`, which an earlier part has returned, as a whole. */
export async function verifyAuditPart(
  models: AuditModels,
  key: Pick<AuditKey, 'service' | 'publicKey'>,
  { from, limit }: { from: ChainHead; limit: number },
): Promise<PartVerdict> {
  const until = from.seq + limit
  // Signed heads beyond the chain are verified with its last part.
  const isLast = (await endOf(models.heads)).seq <= until
  const signed: SignedHead[] = await models.signed
    .find({ seq: { $gt: from.seq, ...(!isLast && { $lte: until }) } })
    .sort({ seq: 1 })
    .lean()
  const forged = await findForged(signed, key)
  if (forged) return { intact: false, seq: forged.seq, reason: 'signature' }
  const verdict = await verifyChain(models, signed, { from, limit })
  const last = signed.at(-1)
  if (verdict.intact && verdict.isEnd && last && last.seq > verdict.head.seq)
    return { intact: false, seq: last.seq, reason: 'signed' }
  return verdict
}

/**
 * Walks to the end of the chain as of the start, or at most `limit` rows; rows sealed later are not verified.
 * @param signed in the order of sequence numbers; one may be signed in more than one hour
 */
async function verifyChain(
  { rows, heads }: AuditModels,
  signed: readonly ChainHead[],
  { from, limit }: { from: ChainHead; limit: number } = { from: EMPTY_CHAIN, limit: Infinity },
): Promise<PartVerdict> {
  const end = await endOf(heads)
  const until = Math.min(end.seq, from.seq + limit)
  let head = from
  let seen = 0
  const chained = rows.find({ seq: { $gt: from.seq, $lte: until } }).sort({ seq: 1 })
  for await (const row of chained.lean<AuditRow[]>().cursor()) {
    const next = extendChain(head, row)
    if (row.seq !== next.seq) return { intact: false, seq: next.seq, reason: 'missing' }
    if (row.hash !== next.hash) return { intact: false, seq: next.seq, reason: 'changed' }
    for (let one = signed[seen]; one && one.seq <= next.seq; one = signed[(seen += 1)])
      if (one.seq === next.seq && one.hash !== next.hash) return { intact: false, seq: next.seq, reason: 'signed' }
    head = next
  }
  if (until < end.seq && head.seq === until) return { intact: true, head, isEnd: false }
  if (until < end.seq) return { intact: false, seq: head.seq + 1, reason: 'missing' }
  if (end.seq !== head.seq || end.hash !== head.hash) return { intact: false, seq: end.seq, reason: 'head' }
  // A row gets its sequence number in the transaction that moves the head, so no row is ever beyond the head.
  const last = await rows
    .findOne({ seq: { $gt: end.seq } })
    .sort({ seq: -1 })
    .lean<AuditRow>()
  const now = last && (await endOf(heads))
  if (now && now.seq < last.seq!) return { intact: false, seq: now.seq, reason: 'head' }
  return { intact: true, head, isEnd: true }
}

const endOf = async (heads: AuditModels['heads']): Promise<ChainHead> =>
  (await heads.findOne({ _id: 'head' }).lean<HeadRow>()) ?? EMPTY_CHAIN
