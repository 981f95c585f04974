import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { services, type Service } from '@hissa/messaging/bus'
import { unfinished, type LauncherBus } from './bus-state.js'
import {
  clockTarget,
  moveClock,
  type ClockRefusal,
  type ClockStep,
  type ClockWorld,
  type ServiceClock,
} from './clock-steps.js'
import { parseDurationMs } from './duration.js'

export interface ClockView {
  /** Business time. */
  now: string
  wall: string
  offsetMs: number
}

/** Services did not finish the work that became due. */
export class NotSettled extends Error {}

const setOffsetTimeoutMs = 20_000
const settleTimeoutMs = 60_000
const settlePollMs = 25
/** Work may pass from an outbox to a consumer between two readings, so one reading without work proves nothing. */
const quietLooks = 2

/** The business clock of this data folder: its offset is stored in `.data/clock.json` and never shrinks. */
export class SandboxClock {
  private offsetMs: number
  private queue: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly dataDir: string,
    private readonly bus: () => LauncherBus,
  ) {
    this.offsetMs = readOffset(dataDir)
  }

  /** Returns the offset that a starting service receives. */
  offset(): number {
    return this.offsetMs
  }

  view(): ClockView {
    const wallMs = Date.now()
    return {
      now: new Date(wallMs + this.offsetMs).toISOString(),
      wall: new Date(wallMs).toISOString(),
      offsetMs: this.offsetMs,
    }
  }

  /**
   * Executes `{"advance"}` or `{"set"}`, one request at a time. Resolves once everything that became due is done.
   * @throws NotSettled when work is unfinished after a minute; Error when a service does not respond
   */
  move(body: unknown): Promise<(ClockView & { steps: ClockStep[] }) | ClockRefusal> {
    const run = this.queue.then(async () => {
      const target = clockTarget(body, Date.now() + this.offsetMs, parseDurationMs)
      if ('code' in target) return target
      const { steps } = await moveClock(target.targetMs, this.offsetMs, this.world())
      return { ...this.view(), steps }
    })
    this.queue = run.catch(() => undefined) // A failed request does not fail the next.
    return run
  }

  private world(): ClockWorld {
    return {
      wallMs: () => Date.now(),
      storeOffset: (offsetMs) => {
        this.offsetMs = offsetMs
        writeOffset(this.dataDir, offsetMs)
      },
      setOffset: (offsetMs) => this.setOffset(offsetMs),
      settle: (offsetMs) => this.settle(offsetMs),
    }
  }

  private async setOffset(offsetMs: number): Promise<Record<string, ServiceClock>> {
    const bus = this.bus()
    const ask = async (service: Service) =>
      [service, await bus.request<ServiceClock>(`local.${service}.clock`, { offsetMs }, setOffsetTimeoutMs)] as const
    // The gateway has no work that becomes due, but it dates its pages and responses.
    return Object.fromEntries(await Promise.all(services.map(ask)))
  }

  private async settle(offsetMs: number): Promise<Record<string, ServiceClock>> {
    const deadline = performance.now() + settleTimeoutMs
    let quiet = 0
    let lastSeqs = ''
    for (;;) {
      const clocks = await this.setOffset(offsetMs)
      const streams = await this.bus().streams()
      const busy = Object.entries(clocks).filter(([, { pending }]) => pending > 0)
      const seqs = streams.map(({ lastSeq }) => lastSeq).join()
      const isQuiet = busy.length === 0 && unfinished(streams) === 0
      quiet = !isQuiet ? 0 : seqs === lastSeqs ? quiet + 1 : 1
      if (quiet >= quietLooks) return clocks
      lastSeqs = seqs
      if (performance.now() > deadline) throw new NotSettled(describeBusy(busy, unfinished(streams)))
      await new Promise((resolve) => setTimeout(resolve, settlePollMs))
    }
  }
}

function describeBusy(busy: [string, ServiceClock][], messages: number): string {
  const parts = busy.map(([service, { pending }]) => `${service} has ${pending} in hand`)
  return [...parts, ...(messages > 0 ? [`${messages} messages are not handled`] : [])].join(', ')
}

const fileIn = (dataDir: string) => join(dataDir, 'clock.json')

function readOffset(dataDir: string): number {
  try {
    const { offsetMs } = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as { offsetMs?: unknown }
    return typeof offsetMs === 'number' && offsetMs > 0 ? offsetMs : 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0
    throw error
  }
}

function writeOffset(dataDir: string, offsetMs: number): void {
  writeFileSync(`${fileIn(dataDir)}.new`, `${JSON.stringify({ offsetMs })}\n`)
  renameSync(`${fileIn(dataDir)}.new`, fileIn(dataDir))
}
