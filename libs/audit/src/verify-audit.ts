import type { AuditModels, HeadRow } from './audit-models.js'
import { EMPTY_CHAIN, extendChain, type AuditRow, type ChainHead } from './audit-row.js'
import { isSignedBy, type AuditKey, type SignedHead } from './signed-head.js'

/**
 * `changed`: a row is not what was hashed; `missing`: a place has no row; `head`: the chain ends elsewhere than it should;
 * `signature`: a signed head is not the service's; `signed`: the chain is not the one that was signed.
 */
export type ChainVerdict =
  | { intact: true; head: ChainHead; signedHeads: number }
  | { intact: false; seq: number; reason: 'changed' | 'missing' | 'head' | 'signature' | 'signed' }

/**
 * Recalculates a service's whole chain and compares it with what is stored and with what was signed.
 * @param kept signed heads that were kept elsewhere than in the store: whoever can write there can make the chain anew,
 * take the signed heads out and wait for the service to sign the new one
 */
export async function verifyAudit(
  models: AuditModels,
  { service, publicKey }: Pick<AuditKey, 'service' | 'publicKey'>,
  kept: readonly SignedHead[] = [],
): Promise<ChainVerdict> {
  // Before the chain, which only grows meanwhile.
  const stored: SignedHead[] = await models.signed.find().lean()
  const signed = [...stored, ...kept].sort((one, other) => one.seq - other.seq)
  const forged = signed.find((row) => row.service !== service || !isSignedBy(row, publicKey))
  if (forged) return { intact: false, seq: forged.seq, reason: 'signature' }
  const verdict = await verifyChain(models, signed)
  if (!verdict.intact) return verdict
  const last = signed.at(-1)
  if (last && last.seq > verdict.head.seq) return { intact: false, seq: last.seq, reason: 'signed' }
  return { ...verdict, signedHeads: new Set(signed.map(({ signature }) => signature)).size }
}

/**
 * Walks to the end as it was at the beginning: what is sealed meanwhile is no matter of this walk.
 * @param signed in the order of their places; a place may have been signed in more than one hour
 */
async function verifyChain(
  { rows, heads }: AuditModels,
  signed: readonly ChainHead[],
): Promise<Exclude<ChainVerdict, { intact: true }> | { intact: true; head: ChainHead }> {
  const end = await endOf(heads)
  let head = EMPTY_CHAIN
  let seen = 0
  const chained = rows.find({ seq: { $gte: 1, $lte: end.seq } }).sort({ seq: 1 })
  for await (const row of chained.lean<AuditRow[]>().cursor()) {
    const next = extendChain(head, row)
    if (row.seq !== next.seq) return { intact: false, seq: next.seq, reason: 'missing' }
    if (row.hash !== next.hash) return { intact: false, seq: next.seq, reason: 'changed' }
    for (let one = signed[seen]; one && one.seq <= next.seq; one = signed[(seen += 1)])
      if (one.seq === next.seq && one.hash !== next.hash) return { intact: false, seq: next.seq, reason: 'signed' }
    head = next
  }
  if (end.seq !== head.seq || end.hash !== head.hash) return { intact: false, seq: end.seq, reason: 'head' }
  // A row has its place and the head moves in one transaction: none is ever beyond it.
  const last = await rows
    .findOne({ seq: { $gt: end.seq } })
    .sort({ seq: -1 })
    .lean<AuditRow>()
  const now = last && (await endOf(heads))
  if (now && now.seq < last.seq!) return { intact: false, seq: now.seq, reason: 'head' }
  return { intact: true, head }
}

const endOf = async (heads: AuditModels['heads']): Promise<ChainHead> =>
  (await heads.findOne({ _id: 'head' }).lean<HeadRow>()) ?? EMPTY_CHAIN
