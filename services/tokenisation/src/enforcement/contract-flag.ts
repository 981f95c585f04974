import type { Address } from 'viem'

/**
 * Something that a token's contract keeps as on or off, and that this service keeps as it has to be: whether an address
 * is frozen, or the whole token paused.
 */
export interface ContractFlag {
  /** `frozen:<property id>:<address>` or `paused:<property id>` */
  _id: string
  kind: 'frozen' | 'paused'
  propertyId: string
  token: Address
  /** The investor and the address; only for `frozen`. */
  userId?: string
  wallet?: Address
  /** What the chain has, by the latest confirmed transaction or by reading it. */
  isOn: boolean
  /** The number of the transaction whose result that is; 0 if it was only read. */
  by: number
  /** The height at which that was confirmed. */
  block: number
  /** The number of transactions that were planned. */
  planned: number
  /** Transactions that are on their way, also again after a reorganisation. Nothing else is planned until they are settled. */
  open: string[]
  /** Wall time before which nothing is planned, after a refusal. */
  after?: Date
  /** Wall time at which the chain was read; absent if it has to be read before anything else is planned. */
  readAt?: Date
  /** The version of the investor's account when it was read: with another address the chain may have another state. */
  readFor?: number
  version: number
}

/** One transaction of a flag: its number among them, and what it sets. */
export interface FlagCall {
  id: string
  n: number
  isOn: boolean
}

/** Returns the id of the flag of an address. */
export const flagId = (propertyId: string, wallet: Address) => `frozen:${propertyId}:${wallet.toLowerCase()}`

type Change = { set: Partial<ContractFlag>; unset?: readonly (keyof ContractFlag)[] }

const without = ({ open }: Pick<ContractFlag, 'open'>, id: string) => open.filter((other) => other !== id)

/** Returns whether the chain is known to have the wanted state, and nothing is on its way. */
export const isSettled = (flag: ContractFlag | undefined, wanted: boolean): boolean =>
  flag !== undefined && flag.isOn === wanted && flag.open.length === 0 && flag.readAt !== undefined

/** Returns whether the contract may refuse a mint: it is on, or a transaction that changes it is on its way. */
export const mayBeOn = ({ isOn, open }: Pick<ContractFlag, 'isOn' | 'open'>): boolean => isOn || open.length > 0

/** Returns the change of a flag for which a transaction is planned. */
export const planned = (flag: ContractFlag, id: string): Change => ({
  set: { planned: flag.planned + 1, open: [...flag.open, id] },
  unset: ['after'],
})

/**
 * Returns the change when a transaction is confirmed. The transactions of one key are executed in the order of their
 * numbers, so an earlier one that is confirmed again after a reorganisation says nothing.
 */
export function confirmed(flag: ContractFlag, { id, n, isOn }: FlagCall, block: number): Change {
  const result = n >= flag.by ? { isOn, by: n, block } : {}
  return { set: { ...result, open: without(flag, id) }, unset: ['after'] }
}

/** Returns the change when a transaction was refused: the chain is read before another is planned. */
export const refused = (flag: ContractFlag, { id }: Pick<FlagCall, 'id'>, after: Date): Change => ({
  set: { open: without(flag, id), after },
  unset: ['readAt'],
})

/** Returns the change when a reorganisation has removed a transaction whose result was known. */
export function takenBack(flag: ContractFlag, { id, n, isOn }: FlagCall): Change {
  const lost = n === flag.by ? { isOn: !isOn } : {}
  return { set: { ...lost, open: [...without(flag, id), id] } }
}
