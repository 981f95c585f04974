import { newId } from '@hissa/kernel'
import { identityRegistryAbi, propertyTokenAbi } from '@hissa/token-suite'
import { encodeFunctionData, type Address, type Hex } from 'viem'
import type { Plan } from '../chain/chain.api.js'
import type { Relocation, RelocationStep } from './relocation.js'

/** Shares of one token at the address that is left. */
export interface Holding {
  propertyId: string
  token: Address
  balance: bigint
}

/** What the chain says about a relocation, after a confirmed block. */
export interface Facts {
  registry: Address
  /** The investor's identity contract. */
  identity: Address
  from: Address
  to: Address
  /** The identities that both addresses are registered for; zero for none. */
  fromIdentity: Address
  toIdentity: Address
  /** The country that the shares' rules know the investor by, and that of the new address; 0 for none. */
  country: number
  toCountry: number
  /** Shares that are left at the old address. */
  left: readonly Holding[]
}

/** What has to be done next: one transaction, several that don't depend on each other, or nothing more. */
export type Next =
  | { kind: 'register' }
  | { kind: 'country' }
  | { kind: 'move'; holdings: readonly Holding[] }
  | { kind: 'close' }
  | undefined

/** Moves that are planned together, so that other work of the role is not delayed for long. */
const MOST_MOVES = 50

/**
 * Returns what a relocation needs next. It follows from the chain alone, so a step that was lost or done twice is
 * noticed. Pure.
 */
export function nextOf(facts: Facts): Next {
  const { identity, from, to, fromIdentity, toIdentity, country, toCountry, left } = facts
  // A reorganisation has undone an earlier move, and the shares are back where they belong by now.
  if (from === to) return undefined
  if (to !== identity && toIdentity !== identity) return { kind: 'register' }
  if (left.length > 0 && toCountry !== country) return { kind: 'country' }
  if (left.length > 0) return { kind: 'move', holdings: left.slice(0, MOST_MOVES) }
  return from !== identity && fromIdentity === identity ? { kind: 'close' } : undefined
}

type StepPlan = Plan & { ref: { relocationId: string; step: RelocationStep['kind']; propertyId?: string } }

/**
 * Returns the transaction that registers the new wallet for the investor's identity, with the country that holds the
 * shares already: with a later one the token could refuse them.
 */
export function registerPlan({ _id }: Relocation, { registry, to, identity, country }: Facts): StepPlan {
  const args = [to, identity, country] as const
  const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'registerIdentity', args })
  return planOf(_id, 'register', { role: 'registrar', to: registry, data })
}

/** Returns the transaction that registers the new address with the country that holds the shares already. */
export function countryPlan({ _id }: Relocation, { registry, to, country }: Facts): StepPlan {
  const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'updateCountry', args: [to, country] })
  return planOf(_id, 'country', { role: 'registrar', to: registry, data })
}

/** Returns the transaction that deletes the registration of the old wallet, after the last moves. */
export function closePlan({ _id, steps }: Relocation, { registry, from }: Facts): StepPlan {
  const data = encodeFunctionData({ abi: identityRegistryAbi, functionName: 'deleteIdentity', args: [from] })
  return { ...planOf(_id, 'close', { role: 'registrar', to: registry, data }), after: lastOf(steps, 'move') }
}

/**
 * Returns the transaction that moves the shares of a token. A recovery takes freezes along, as long as the lost wallet is
 * registered; one that is cancelled doesn't. `mints` are those of the shares that a reorganisation could remove.
 */
export function movePlan(
  { _id, kind, state, steps }: Relocation,
  { from, to, identity, fromIdentity }: Facts,
  { propertyId, token, balance }: Holding,
  mints: readonly string[],
): StepPlan {
  const isRecovery = kind === 'recovery' && state !== 'cancelled' && fromIdentity === identity
  const data: Hex = isRecovery
    ? encodeFunctionData({ abi: propertyTokenAbi, functionName: 'recoveryAddress', args: [from, to, identity] })
    : encodeFunctionData({ abi: propertyTokenAbi, functionName: 'forcedTransfer', args: [from, to, balance] })
  const plan = planOf(_id, 'move', { role: 'enforcer', to: token, data }, propertyId)
  return { ...plan, after: [...lastOf(steps, 'register'), ...lastOf(steps, 'country'), ...mints] }
}

/** One role's transactions are executed in their order, so it is enough to name the latest. */
const lastOf = (steps: readonly RelocationStep[], kind: RelocationStep['kind']): string[] =>
  steps
    .filter((step) => step.kind === kind)
    .slice(-1)
    .map(({ id }) => id)

export const RELOCATION_KIND = 'relocation'

function planOf(
  relocationId: string,
  step: RelocationStep['kind'],
  call: Pick<Plan, 'role' | 'to' | 'data'>,
  propertyId?: string,
): StepPlan {
  const ref = { relocationId, step, ...(propertyId !== undefined && { propertyId }) }
  return { id: `relocation:${relocationId}:${step}:${newId()}`, ...call, kind: RELOCATION_KIND, ref }
}
