/** Which states may follow each; the data that a state machine is. */
export type Transitions<S extends string> = Readonly<Record<S, readonly S[]>>

/** A state was asked for that does not follow the one that is. */
export class RefusedTransition extends Error {
  override readonly name = 'RefusedTransition'

  constructor(
    readonly from: string,
    readonly to: string,
  ) {
    super(`${from} is not followed by ${to}`)
  }
}

/** Returns `to` if it may follow `from`. Errors: RefusedTransition. */
export function follow<S extends string>(transitions: Transitions<S>, from: S, to: S): S {
  if (!transitions[from].includes(to)) throw new RefusedTransition(from, to)
  return to
}
