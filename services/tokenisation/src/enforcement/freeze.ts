import { follow, legalOrThrow, type Transitions } from '@hissa/kernel'

/**
 * - `freezing`: decided, and not confirmed on the chain yet for every token of the investor that it applies to.
 * - `frozen`: confirmed for all of them.
 * - `lifting`, `lifted`: the same for its end.
 */
export type FreezeState = 'freezing' | 'frozen' | 'lifting' | 'lifted'
type Command = 'confirm' | 'reopen' | 'lift'

/** `reopen`: the investor has got another token or address, or a reorganisation has taken a result back. */
const TRANSITIONS: Transitions<FreezeState, Command> = {
  freezing: { confirm: 'frozen', lift: 'lifting' },
  frozen: { reopen: 'freezing', lift: 'lifting' },
  lifting: { confirm: 'lifted' },
  lifted: { reopen: 'lifting' },
}

/** A decision of compliance that an investor's shares stay where they are. */
export interface Freeze {
  _id: string
  userId: string
  /** The property; absent if it applies to all present and later ones. */
  propertyId?: string
  state: FreezeState
  /** The approval that decided it, and the one that lifted it. */
  approvalId: string
  liftApprovalId?: string
  /** When it was decided to begin, and to end, by the business clock. */
  frozenAt: Date
  liftedAt?: Date
  /** Wall time until which shares that were being minted when it was decided may be minted first. */
  mintsUntil: Date
  /** Wall time since which the chain has not been as decided; absent while it is. */
  waitingSince?: Date
  /** Wall time of the next look at its tokens; absent once it is lifted. */
  dueAt?: Date
  version: number
}

/** The freezes that apply, whether or not the chain has them yet. */
export const ON: readonly FreezeState[] = ['freezing', 'frozen']

/** Returns whether a freeze applies: from the decision on, until it is lifted. */
export const isOn = ({ state }: Pick<Freeze, 'state'>): boolean => ON.includes(state)

/** Returns whether a freeze is about the shares of a property. */
export const covers = ({ propertyId: only }: Pick<Freeze, 'propertyId'>, propertyId: string): boolean =>
  only === undefined || only === propertyId

/** Returns whether the shares of a property have to be frozen, by all freezes of the investor. Pure. */
export const isFrozenBy = (freezes: readonly Freeze[], propertyId: string): boolean =>
  freezes.some((freeze) => isOn(freeze) && covers(freeze, propertyId))

/** Returns whether a freeze of all properties, or of this one, would change nothing. Pure. */
export const isCovered = (freezes: readonly Freeze[], propertyId?: string): boolean =>
  freezes.some((freeze) => isOn(freeze) && (freeze.propertyId === undefined || freeze.propertyId === propertyId))

/** Returns the state to which a command leads. Throws if the state doesn't accept it. */
export const after = ({ state }: Pick<Freeze, 'state'>, command: Command): FreezeState =>
  legalOrThrow(follow(TRANSITIONS, state, command))

/**
 * Returns the state of a freeze whose tokens are all as wanted on the chain, or not all. Pure.
 */
export function progressed(freeze: Pick<Freeze, 'state'>, isSettled: boolean): FreezeState {
  if (isSettled && (freeze.state === 'freezing' || freeze.state === 'lifting')) return after(freeze, 'confirm')
  return !isSettled && freeze.state === 'frozen' ? after(freeze, 'reopen') : freeze.state
}
