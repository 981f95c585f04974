import { canonicalJson } from '@hissa/kernel'
import { createHash } from 'node:crypto'
import { isAddress, isHex, size } from 'viem'
import { MOST_GAS } from './fees.js'
import type { ChainTransaction, Plan } from './transaction.js'

/** A plan that no chain could execute. A fault of the program, so it is thrown. */
export class InvalidPlan extends Error {
  override readonly name = 'InvalidPlan'
}

/** An id was planned before with other content. A fault of the program, so it is thrown. */
export class PlanConflict extends Error {
  override readonly name = 'PlanConflict'
}

const LONGEST_ID = 200
/** Nodes accept transactions of up to 128 KiB. */
const MOST_DATA_BYTES = 120 * 1024
/** Twice the limit of a contract's code (EIP-3860). */
const MOST_INIT_CODE_BYTES = 49_152
/** Most transactions that one may name as `after`. */
export const MOST_DEPENDENCIES = 64

/** Throws InvalidPlan for a plan that can't be executed or stored. */
export function checkPlan({ id, to, data, value = 0n, gasHint = 0n, after = [] }: Plan): void {
  const fail = (words: string) => {
    throw new InvalidPlan(`transaction ${id.slice(0, LONGEST_ID)}: ${words}`)
  }
  if (!/^[\x21-\x7e]+$/.test(id) || id.length > LONGEST_ID) fail(`an id has 1 to ${LONGEST_ID} visible characters`)
  if (to !== null && !isAddress(to, { strict: false })) fail('`to` is not an address')
  if (!isHex(data) || data.length % 2 !== 0) fail('`data` is not hexadecimal bytes')
  if (size(data) > (to === null ? MOST_INIT_CODE_BYTES : MOST_DATA_BYTES)) fail('`data` is too long')
  if (to === null && size(data) === 0) fail('a deployment needs code')
  if (value < 0n || gasHint < 0n || gasHint > MOST_GAS) fail('`value` or `gasHint` is out of range')
  if (after.length > MOST_DEPENDENCIES || after.includes(id)) fail('`after` names itself or too many others')
}

/** Returns the row of a plan, without its sequence. Addresses and data are stored in lower case. */
export function rowOf(plan: Plan, at: Date): Omit<ChainTransaction, 'sequence'> {
  const { id, role, to, data, value = 0n, gasHint, kind, ref, after = [] } = plan
  const content = {
    ...{
      role,
      kind,
      to: to === null ? null : (to.toLowerCase() as typeof to),
      data: data.toLowerCase() as typeof data,
    },
    ...{ value: String(value), after: [...after], ref: { ...ref } },
    ...(gasHint !== undefined && { gasHint: String(gasHint) }),
  }
  const contentHash = createHash('sha256').update(canonicalJson(content)).digest('hex')
  return { _id: id, ...content, contentHash, state: 'planned', version: 1, plannedAt: at, attempts: [] }
}
