import { systemTiming, type Timing } from '@hissa/kernel'
import {
  CHECK_STREAM,
  deadLetterStream,
  durableConsumer,
  eventStream,
  isAbsent,
  pingSubjectOf,
  sourceOf,
  type Bus,
} from './connection.js'

const CHECK_MS = 5_000
/**
 * Delay before a deleted stream or consumer is recreated. The server reports a deletion before it has removed the
 * files; a stream that is created in between loses its files and rejects every event.
 */
const SETTLE_MS = 2_000
const ADVISORIES = ['STREAM.DELETED.*', 'CONSUMER.DELETED.*.*'].map((name) => `$JS.EVENT.ADVISORY.${name}`)

/** Every stream and durable consumer that should exist. */
export interface Topology {
  /** Services with an event stream and a dead-letter stream. */
  services: readonly string[]
  consumers: readonly { name: string; type: string }[]
}

/** A stream or consumer that the operator has created or updated. */
export interface Repair {
  kind: 'stream' | 'consumer'
  name: string
  action: 'created' | 'updated'
}

/** One check of all streams and consumers. */
interface Check {
  repairs: Repair[]
  isFirst: boolean
  /** When it began, in ms of `Timing.elapsedMs`. */
  atMs: number
}

export interface OperatorObserver {
  /** Called after a check that changed something; `isFirst` for the check at the start, when a new bus is empty. */
  repaired(repairs: readonly Repair[], isFirst: boolean): void
  /** Called when a check failed; it is repeated. */
  failed(error: unknown): void
  /** Called at every check with how many events a consumer has not received, and not finished. */
  sawConsumer?(name: string, found: { pending: number; unacknowledged: number }): void
  /** Called at every check with the number of events in a dead-letter stream. */
  sawDeadLetters?(stream: string, count: number): void
}

/**
 * Permissions of an operator on a bus with users: it can create and inspect, but not publish, pull or delete events.
 */
export const operatorPermissions = {
  publish: [
    '$JS.API.INFO',
    ...['CREATE', 'UPDATE', 'INFO'].map((call) => `$JS.API.STREAM.${call}.*`),
    '$JS.API.CONSUMER.INFO.*.*',
    '$JS.API.CONSUMER.CREATE.>',
    '$JS.API.CONSUMER.DURABLE.CREATE.*.*',
    pingSubjectOf('*'),
  ],
  subscribe: ['_INBOX.operator.>', ...ADVISORIES],
}

/**
 * Creates the streams and durable consumers of the platform, and recreates lost ones. It checks them at the start,
 * every five seconds, after a reconnect and when the server reports a deletion. At the start it creates missing ones
 * immediately, later only after a delay, so that a deletion can end. It notifies the relay of a recreated stream, which
 * republishes what the stream no longer holds.
 */
export class BusOperator {
  private loop: Promise<void> | undefined
  private wake: (() => void) | undefined
  private isWoken = false
  private isStopped = false
  private lastError: unknown
  /** When the absence of a stream or consumer was last noticed or reported, in ms of `Timing.elapsedMs`. */
  private readonly missingSince = new Map<string, number>()

  constructor(
    private readonly bus: Bus,
    private readonly topology: Topology,
    private readonly observer: OperatorObserver,
    private readonly timing: Timing = systemTiming,
  ) {}

  /** Checks once, then keeps checking. Errors: of the first check, such as settings that cannot be changed. */
  async start(): Promise<void> {
    for (const subject of ADVISORIES)
      this.bus.nc.subscribe(subject, { callback: (_error, message) => this.noteDeletion(message.subject) })
    await this.check(true)
    void this.checkAfterReconnects()
    this.loop = this.run()
  }

  async stop(): Promise<void> {
    this.isStopped = true
    this.wakeUp()
    await this.loop
  }

  /** Returns whether everything existed with the right settings after the last check. */
  isHealthy(): boolean {
    return this.lastError === undefined && this.missingSince.size === 0 && !this.bus.nc.isClosed()
  }

  private async run(): Promise<void> {
    for (;;) {
      await this.pause()
      if (this.isStopped) return
      try {
        await this.check(false)
        this.lastError = undefined
      } catch (error) {
        this.lastError = error
        if (!this.isStopped) this.observer.failed(error)
      }
    }
  }

  private async check(isFirst: boolean): Promise<void> {
    const repairs: Repair[] = []
    const check = { repairs, isFirst, atMs: this.timing.elapsedMs() }
    try {
      const { services, consumers } = this.topology
      await Promise.all(services.map((service) => this.checkStreams(service, check)))
      await Promise.all(consumers.map((consumer) => this.checkConsumer(consumer, check)))
    } finally {
      if (repairs.length > 0) this.observer.repaired(repairs, isFirst)
    }
  }

  private async checkStreams(service: string, check: Check): Promise<void> {
    const { streams } = this.bus.jsm
    const dead = deadLetterStream(this.bus, service)
    for (const config of [eventStream(this.bus, service), dead]) {
      const { name } = config
      const found = await orAbsent(streams.info(name))
      if (found && config === dead) this.observer.sawDeadLetters?.(name, found.state.messages)
      if (!this.mayRepair(name, found !== undefined, check)) continue
      if (found && isAsWanted(config, found.config)) continue
      await (found ? streams.update(name, config) : streams.add(config))
      check.repairs.push({ kind: 'stream', name, action: found ? 'updated' : 'created' })
      if (!found) this.bus.nc.publish(pingSubjectOf(service), CHECK_STREAM)
    }
  }

  private async checkConsumer({ name, type }: { name: string; type: string }, check: Check): Promise<void> {
    const { consumers } = this.bus.jsm
    const config = durableConsumer(this.bus, name, type)
    const found = await orAbsent(consumers.info(sourceOf(type), name))
    if (found) this.observer.sawConsumer?.(name, { pending: found.num_pending, unacknowledged: found.num_ack_pending })
    if (!this.mayRepair(name, found !== undefined, check, sourceOf(type))) return
    if (found && isAsWanted(config, found.config)) return
    // The same call creates a consumer and changes its settings.
    await consumers.add(sourceOf(type), config)
    check.repairs.push({ kind: 'consumer', name, action: found ? 'updated' : 'created' })
  }

  /** Wakes the loop. A repeated deletion restarts the delay. */
  private noteDeletion(subject: string): void {
    const name = subject.slice(subject.lastIndexOf('.') + 1)
    if (this.missingSince.has(name)) this.missingSince.set(name, this.timing.elapsedMs())
    this.wakeUp()
  }

  /**
   * Returns false while a deletion may still be in progress, and while `stream`, which a consumer needs, is missing.
   */
  private mayRepair(name: string, isFound: boolean, { isFirst, atMs }: Check, stream?: string): boolean {
    const noticedAt = this.missingSince.get(name) ?? atMs
    const isOver = atMs - noticedAt >= SETTLE_MS && !(stream && this.missingSince.has(stream))
    const isSettled = isFound || isFirst || isOver
    if (isSettled) this.missingSince.delete(name)
    else this.missingSince.set(name, noticedAt)
    return isSettled
  }

  private async checkAfterReconnects(): Promise<void> {
    for await (const { type } of this.bus.nc.status()) if (type === 'reconnect') this.wakeUp()
  }

  private wakeUp(): void {
    this.isWoken = true
    this.wake?.()
  }

  private async pause(): Promise<void> {
    if (!this.isWoken && !this.isStopped) {
      await new Promise<void>((resolve) => {
        const cancel = this.timing.after(this.missingSince.size > 0 ? SETTLE_MS : CHECK_MS, resolve)
        this.wake = () => {
          cancel()
          resolve()
        }
      })
    }
    this.wake = undefined
    this.isWoken = false
  }
}

/** Compares only the settings that we set, because the server adds defaults. */
const isAsWanted = (wanted: object, actual: object) =>
  Object.entries(wanted).every(
    ([key, value]) => JSON.stringify((actual as Record<string, unknown>)[key]) === JSON.stringify(value),
  )

function orAbsent<T>(look: Promise<T>): Promise<T | undefined> {
  return look.catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw error
  })
}
