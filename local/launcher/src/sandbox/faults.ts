import type { FaultMode } from '@hissa/local-kit/fault'
import type { Engines, Supervised } from '../engines/start-engines.js'
import { parseDurationMs } from './duration.js'

/** A sandbox module that can simulate faults for a while. */
export interface Faulty {
  /** @param slowMs how long `slow` delays a request, if the module supports that */
  setFault(mode: FaultMode | null, untilMs: number, slowMs?: number): void
}

export interface FaultRefusal {
  code: 'VALIDATION_FAILED' | 'FAULT_NOT_AVAILABLE'
  detail: string
}

/** The faults of a part that can be switched here; if none, the reason. */
export interface FaultOffer {
  target: string
  modes: readonly FaultMode[]
  reason?: string
}

/** A fault that is on until a wall-clock time. */
export interface FaultView {
  target: string
  mode: FaultMode
  until: string
}

const modes: readonly FaultMode[] = ['down', 'slow', 'error']
/** An engine is paused by signals, so it cannot return errors on demand. */
const engineModes: readonly FaultMode[] = ['down', 'slow']
/** Parts that a module simulates; the others are engines. */
const simulated = ['email', 'payments', 'chain'] as const
type Simulated = (typeof simulated)[number]
const isSimulated = (target: string): target is Simulated => (simulated as readonly string[]).includes(target)
const longestMs = 3_600_000
const longestDelayMs = 60_000
const slowStoppedMs = 400
const slowRunningMs = 100

interface Order {
  target: string
  mode: FaultMode
  ms: number
  /** How long `slow` delays a request to the chain. */
  delayMs?: number
}

const EXPECTED =
  'Send {"target":"email|payments|chain|bus|store","mode":"down|slow|error","for":"PT30S"}, at most one hour. ' +
  'A slow chain also takes a "delay" such as "PT3S", at most one minute.'

/** Returns the order in a request's body, or null if it isn't one. */
function parseOrder(body: unknown): Order | null {
  const fields = (body !== null && typeof body === 'object' ? body : {}) as Record<string, unknown>
  const { target, mode, for: duration, delay } = fields
  const ms = typeof duration === 'string' ? parseDurationMs(duration) : null
  if (typeof target !== 'string' || !modes.includes(mode as FaultMode) || ms === null || ms > longestMs) return null
  const order = { target, mode: mode as FaultMode, ms }
  if (delay === undefined) return order
  const delayMs = typeof delay === 'string' ? parseDurationMs(delay) : null
  if (target !== 'chain' || mode !== 'slow' || delayMs === null || delayMs > longestDelayMs) return null
  return { ...order, delayMs }
}

/** The fault switches: make external parts of the platform unavailable, slow or failing for a while. */
export class Faults {
  private readonly on = new Map<string, FaultView & { end: () => void }>()

  /** @param engines returns nothing where engines run in other containers */
  constructor(
    private readonly modules: { [target in Simulated]?: Faulty | undefined },
    private readonly engines: () => Pick<Engines, 'bus' | 'store'> | undefined,
  ) {}

  /** Returns the faults that can be switched in this environment. */
  offers(): FaultOffer[] {
    return [...simulated.map((target) => this.ofSandbox(target)), this.ofEngine('bus'), this.ofEngine('store')]
  }

  list(): FaultView[] {
    return [...this.on.values()].map(({ target, mode, until }) => ({ target, mode, until }))
  }

  /** Switches on `{"target","mode","for"}`, for the chain also `"delay"`; `"for":"PT0S"` ends the fault. */
  set(body: unknown): FaultView | FaultRefusal {
    const order = parseOrder(body)
    if (!order) return { code: 'VALIDATION_FAILED', detail: EXPECTED }
    const { target, mode, ms } = order
    const start = this.starterFor(order)
    if (typeof start !== 'function') return start
    this.on.get(target)?.end()
    const view = { target, mode, until: new Date(Date.now() + ms).toISOString() }
    if (ms > 0) this.begin(view, ms, start)
    return view
  }

  /** Ends every fault; called before engines are stopped, because a paused process handles no signal. */
  clear(): void {
    for (const { end } of [...this.on.values()]) end()
  }

  private ofSandbox(target: Simulated): FaultOffer {
    if (this.modules[target]) return { target, modes }
    return { target, modes: [], reason: `No ${target} sandbox is running, because an external service is configured.` }
  }

  private ofEngine(target: 'bus' | 'store'): FaultOffer {
    const none = (reason: string): FaultOffer => ({ target, modes: [], reason })
    const engines = this.engines()
    if (!engines) return none(`The ${target} runs in another container, which this page cannot stop.`)
    const engine = engines[target]
    if (!engine) return none(`The ${target} was not started by this launcher.`)
    if (engine.current().description.includes('Docker')) {
      return none(`The ${target} runs in Docker, which this page cannot stop.`)
    }
    return { target, modes: engineModes }
  }

  private begin(view: FaultView, ms: number, start: (untilMs: number) => () => void): void {
    const undo = start(Date.now() + ms)
    const timer = setTimeout(() => end(), ms)
    const end = () => {
      clearTimeout(timer)
      this.on.delete(view.target)
      undo()
    }
    this.on.set(view.target, { ...view, end })
  }

  private starterFor({ target, mode, delayMs }: Order): ((untilMs: number) => () => void) | FaultRefusal {
    const refuse = (detail: string): FaultRefusal => ({ code: 'FAULT_NOT_AVAILABLE', detail })
    const offer = this.offers().find((one) => one.target === target)
    if (!offer?.modes.length) return refuse(offer?.reason ?? `There is no fault switch for "${target}".`)
    if (!offer.modes.includes(mode)) return refuse(`The ${target} can be ${offer.modes.join(' or ')}.`)
    if (!isSimulated(target)) {
      const engine = this.engines()![target as 'bus' | 'store']!
      return () => pauseProcess(engine, mode as 'down' | 'slow')
    }
    const part = this.modules[target]!
    return (untilMs) => {
      part.setFault(mode, untilMs, ...(delayMs === undefined ? [] : [delayMs]))
      return () => part.setFault(null, 0)
    }
  }
}

/** Pauses the process: `down` stops it; `slow` lets it run a fifth of the time. Returns a function that resumes it. */
function pauseProcess(engine: Supervised, mode: 'down' | 'slow'): () => void {
  const pid = engine.current().pid()
  const send = (signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it has exited, so there is nothing to pause
    }
  }
  let timer: NodeJS.Timeout | undefined
  const cycle = (stop: boolean) => {
    send(stop ? 'SIGSTOP' : 'SIGCONT')
    if (mode === 'slow') timer = setTimeout(() => cycle(!stop), stop ? slowStoppedMs : slowRunningMs)
  }
  cycle(true)
  return () => {
    clearTimeout(timer)
    send('SIGCONT')
  }
}
