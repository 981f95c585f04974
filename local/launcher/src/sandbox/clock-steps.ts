/** A service's response when its clock is set. Times are ISO 8601. */
export interface ServiceClock {
  nextDueAt: string | null
  pending: number
}

/** A stop of the clock on its way, with its reason. */
export interface ClockStep {
  at: string
  /** Services with work due at that time. */
  services: string[]
}

/** The environment that a moved clock acts on. */
export interface ClockWorld {
  /** Wall time, epoch milliseconds. */
  wallMs(): number
  /** Sends every service the offset and returns when each next has work due. */
  setOffset(offsetMs: number): Promise<Record<string, ServiceClock>>
  /**
   * Sends every service the offset, waits until no service or consumer has unfinished work, and returns when work is
   * next due.
   */
  settle(offsetMs: number): Promise<Record<string, ServiceClock>>
  /** Stores the offset for the next start; called before it is sent to the services. */
  storeOffset(offsetMs: number): void
}

/** Just after a deadline, so that the work is due by `<` and by `<=`. */
const justAfterMs = 1
const maxSteps = 10_000

/**
 * Moves business time to `targetMs` (epoch milliseconds). It stops at each deadline on the way in order and waits until
 * all resulting work is done, so that a chain of deadlines takes effect as in real time.
 * A deadline that still exists after its sweep, for example because a dependency rejects the work, is not waited for
 * again.
 * Returns the new offset from wall time and the steps that were taken.
 */
export async function moveClock(
  targetMs: number,
  offsetMs: number,
  world: ClockWorld,
): Promise<{ offsetMs: number; steps: ClockStep[] }> {
  const steps: ClockStep[] = []
  let offset = offsetMs
  let clocks = await world.setOffset(offset)
  let passedMs = world.wallMs() + offset
  while (steps.length < maxSteps) {
    const due = earliestDue(clocks, passedMs)
    if (!due || due.atMs + justAfterMs >= targetMs) break
    passedMs = due.atMs
    offset = Math.max(offset, due.atMs + justAfterMs - world.wallMs())
    clocks = await arrive(offset, world)
    steps.push({ at: new Date(due.atMs).toISOString(), services: due.services })
  }
  offset = Math.max(offset, targetMs - world.wallMs())
  const atTarget = earliestDue(clocks, passedMs)
  await arrive(offset, world)
  if (atTarget && atTarget.atMs <= targetMs) {
    steps.push({ at: new Date(atTarget.atMs).toISOString(), services: atTarget.services })
  }
  return { offsetMs: offset, steps }
}

/** Stores the offset before it is sent, so that a service that is starting gets it too. */
function arrive(offsetMs: number, world: ClockWorld): Promise<Record<string, ServiceClock>> {
  world.storeOffset(offsetMs)
  return world.settle(offsetMs)
}

/** Returns the earliest deadline after `afterMs`, with every service that has work due at that time. */
function earliestDue(clocks: Record<string, ServiceClock>, afterMs: number) {
  const due = Object.entries(clocks).flatMap(([service, { nextDueAt }]) => {
    const atMs = nextDueAt === null ? NaN : Date.parse(nextDueAt)
    return atMs > afterMs ? [{ service, atMs }] : []
  })
  if (due.length === 0) return null
  const atMs = Math.min(...due.map((entry) => entry.atMs))
  return { atMs, services: due.filter((entry) => entry.atMs === atMs).map((entry) => entry.service) }
}

/** The refusal of a request to move the clock. */
export interface ClockRefusal {
  code: 'VALIDATION_FAILED' | 'CLOCK_MOVES_FORWARD_ONLY'
  detail: string
}

const latestMs = Date.parse('2200-01-01T00:00:00Z')
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * Reads `{"advance":"PT48H"}` or `{"set":"2027-01-01T00:00:00Z"}`; returns the target business time in epoch
 * milliseconds.
 */
export function clockTarget(
  body: unknown,
  nowMs: number,
  parseDurationMs: (text: string) => number | null,
): { targetMs: number } | ClockRefusal {
  const { advance, set, ...rest } = (body !== null && typeof body === 'object' ? body : {}) as Record<string, unknown>
  const wrong = (detail: string): ClockRefusal => ({ code: 'VALIDATION_FAILED', detail })
  if ((advance === undefined) === (set === undefined) || Object.keys(rest).length > 0) {
    return wrong('Send either {"advance":"PT48H"} or {"set":"2027-01-01T00:00:00Z"}.')
  }
  const targetMs = advance !== undefined ? advanceTarget(advance, nowMs, parseDurationMs) : setTarget(set)
  if (targetMs === null) {
    return wrong(
      advance !== undefined
        ? '"advance" is a duration such as PT31M, PT48H or P7D.'
        : '"set" is a time such as 2027-01-01T00:00:00Z.',
    )
  }
  if (targetMs > latestMs) return wrong('The clock goes no further than the year 2200.')
  if (targetMs < nowMs) {
    return {
      code: 'CLOCK_MOVES_FORWARD_ONLY',
      detail: 'The clock only moves forward. Run npm start -- --fresh to start again without any data.',
    }
  }
  return { targetMs }
}

const advanceTarget = (text: unknown, nowMs: number, parse: (text: string) => number | null) => {
  const ms = typeof text === 'string' ? parse(text) : null
  return ms === null ? null : nowMs + ms
}

const setTarget = (text: unknown) => {
  const ms = typeof text === 'string' && instant.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(ms) ? null : ms
}
