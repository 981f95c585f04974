import { ok, type Result } from '@hissa/contracts'

/**
 * A state machine as data: for each state, the commands that it accepts and the state that each leads to, or several
 * states if the command's content decides. Anything else is rejected.
 */
export type Transitions<S extends string, C extends string> = Readonly<
  Record<S, Readonly<Partial<Record<C, S | readonly S[]>>>>
>

/** A command that the state does not accept. */
export interface IllegalTransition {
  readonly code: 'ILLEGAL_TRANSITION'
  readonly from: string
  readonly command: string
}

/**
 * What a `decide` function returns: the changes of the state and the resulting events, or the refusal. Such a function
 * is pure: it depends only on the current state and the command.
 */
export type Decision<Changes extends object, Event, Refusal = IllegalTransition> = Result<
  Changes & { readonly events: readonly Event[] },
  Refusal
>

/** Returns the states that a command may lead to; none if the state does not accept it. */
export function targetsOf<S extends string, C extends string>(
  table: Transitions<S, C>,
  from: S,
  command: C,
): readonly S[] {
  const target: S | readonly S[] = table[from][command] ?? []
  return typeof target === 'string' ? [target] : target
}

/** Returns whether a transition table allows a command in a state. */
export const accepts = <S extends string, C extends string>(table: Transitions<S, C>, from: S, command: C): boolean =>
  targetsOf(table, from, command).length > 0

/** Returns the state that a command leads to. Errors: ILLEGAL_TRANSITION. Throws for one with several targets. */
export function follow<S extends string, C extends string>(
  table: Transitions<S, C>,
  from: S,
  command: C,
): Result<S, IllegalTransition> {
  const [target, another] = targetsOf(table, from, command)
  if (target === undefined) return { ok: false, error: { code: 'ILLEGAL_TRANSITION', from, command } }
  if (another !== undefined) throw new Error(`${command} leads from ${from} to several states`)
  return ok(target)
}

/**
 * Returns the value of a decision that the caller knows to be legal. Throws an Error, for an error of the program, if
 * refused.
 */
export function legalOrThrow<T>(decision: Result<T, IllegalTransition>): T {
  if (decision.ok) return decision.value
  const { from, command } = decision.error
  throw new Error(`${command} is not accepted in the state ${from}`)
}
