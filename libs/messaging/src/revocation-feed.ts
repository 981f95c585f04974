import { RevocationList, type Claims, type RevocationListener, type Revocations } from '@hissa/auth'
import type { CloudEvent } from '@hissa/contracts'
import { ListRevocations, SessionRevoked } from '@hissa/contracts/identity'
import {
  Counter,
  Gauge,
  parseOrProblem,
  silentTracer,
  systemTiming,
  type Logger,
  type MetricsRegistry,
  type Timing,
} from '@hissa/kernel'
import { subjectOf, type Bus } from './connection.js'
import { RpcClient } from './rpc-client.js'

export const REVOCATIONS = Symbol('REVOCATIONS')

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000

/**
 * Maintains a verifier's list of revoked sessions. Every replica subscribes to `identity.session.revoked.v1` and reads
 * the recent revocations from identity at the start and after each reconnect. While identity is unavailable it retries,
 * and tokens are checked against the revocations received so far. A revoked token that is missed expires soon.
 */
export class RevocationFeed implements Revocations {
  private readonly list: RevocationList
  private readonly rpc: RpcClient
  private readonly replays: Counter
  private first: Promise<unknown> = Promise.resolve()
  private replaying: Promise<void> | undefined
  private missed = false
  private stopped = false
  private wake = () => {}

  constructor(
    private readonly bus: Bus,
    private readonly logger: Logger,
    registry: MetricsRegistry,
    private readonly timing: Timing = systemTiming,
    deadlineFactor = 1,
  ) {
    this.rpc = new RpcClient(bus.nc, silentTracer, { timing, deadlineFactor })
    this.list = new RevocationList({ now: timing.wallMs })
    const { list } = this
    new Gauge({
      name: 'revoked_sessions',
      help: 'Sessions whose tokens are rejected although they have not expired.',
      registers: [registry],
      collect() {
        this.set(list.size)
      },
    })
    this.replays = new Counter({
      name: 'revocation_replays_total',
      help: 'Attempts to read the recent revocations from identity, by outcome.',
      labelNames: ['outcome'],
      registers: [registry],
    })
  }

  /** Subscribes before it reads the recent revocations, so that none is missed in between. */
  start(): void {
    this.bus.nc.subscribe(subjectOf(SessionRevoked.type), {
      callback: (error, message) => {
        if (error) this.logger.error({ err: error }, 'the subscription to revocations failed')
        else this.receive(() => message.json<CloudEvent<unknown>>())
      },
    })
    this.first = this.replayOnce()
    void this.first.then((done) => done || this.replay())
    void this.replayWhenReconnected()
  }

  stop(): void {
    this.stopped = true
    this.wake()
  }

  ready(): Promise<void> {
    return this.first as Promise<void>
  }

  isRevoked(claims: Pick<Claims, 'familyId' | 'issuedAt'>): boolean {
    return this.list.isRevoked(claims)
  }

  onRevoked(listener: RevocationListener): () => void {
    return this.list.onRevoked(listener)
  }

  private receive(read: () => CloudEvent<unknown>): void {
    try {
      const data = parseOrProblem(SessionRevoked.data, read().data)
      const [revokedAt, tokensExpireAt] = [new Date(data.revokedAt), new Date(data.tokensExpireAt)]
      this.list.add(data.sessionIds.map((sessionId) => ({ sessionId, revokedAt, tokensExpireAt })))
    } catch (error) {
      this.logger.error({ err: error }, 'failed to parse a revocation')
    }
  }

  private async replayWhenReconnected(): Promise<void> {
    for await (const { type } of this.bus.nc.status()) if (type === 'reconnect') void this.replay()
  }

  /** Runs one replay at a time; a request during one starts another after it. */
  private replay(): Promise<void> {
    this.missed = this.replaying !== undefined
    this.replaying ??= this.replayUntilDone().finally(() => {
      this.replaying = undefined
      if (this.missed) void this.replay()
    })
    return this.replaying
  }

  private async replayUntilDone(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !this.stopped; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      if (await this.replayOnce()) return
      if (pauseMs === LONGEST_PAUSE_MS) this.logger.warn({}, 'still failing to read the revoked sessions from identity')
      await this.pause(pauseMs)
    }
  }

  private async replayOnce(): Promise<boolean> {
    try {
      let after: string | undefined
      do {
        const page = await this.rpc.call(ListRevocations, { limit: 2_000, ...(after ? { after } : {}) })
        this.list.add(
          page.revocations.map(({ sessionId, revokedAt, tokensExpireAt }) => ({
            sessionId,
            revokedAt: new Date(revokedAt),
            tokensExpireAt: new Date(tokensExpireAt),
          })),
        )
        after = page.next ?? undefined
      } while (after)
      this.replays.inc({ outcome: 'done' })
      return true
    } catch (error) {
      this.replays.inc({ outcome: 'failed' })
      this.logger.debug({ err: error }, 'failed to read recent revocations')
      return false
    }
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.timing.after(ms, resolve)
      this.wake = () => {
        cancel()
        resolve()
      }
    })
  }
}
