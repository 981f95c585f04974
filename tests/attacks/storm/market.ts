import { ApiFailure, type Journey, type Person, type Session } from '@hissa/testing-driver'
import type { LauncherBus } from '../../../local/launcher/src/sandbox/bus-state.js'
import type { Chance } from './chance.js'
import type { Processor } from './processor.js'
import type { Tally } from './tally.js'

/** State shared by the shoppers. `open` is false after the storm. */
export interface Market {
  journey: Journey
  processor: Processor
  bus: LauncherBus
  tally: Tally
  propertyIds: readonly string[]
  /** Unpaid orders whose shoppers pay after the reservation has lapsed. */
  late: { shopper: Shopper; orderId: string }[]
  open: boolean
}

/** Each shopper has a separate `chance`, so that its choices do not depend on the speed of the others. */
export interface Shopper {
  person: Person
  session: Session
  chance: Chance
}

/** Returns the code of an error, or its name if it has none. */
export const nameOf = (error: unknown): string =>
  error instanceof ApiFailure ? error.code : ((error as { code?: string }).code ?? (error as Error).name)

/** Resolves after `ms` milliseconds. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
