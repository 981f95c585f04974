import { LOGGER, METRICS, registerNumber, TIMING, type Logger, type MetricsRegistry, type Timing } from '@hissa/kernel'
import { Lease } from '@hissa/messaging'
import { MONGO, type Connection } from '@hissa/persistence'
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common'
import { changedSince, countNames, oldestOf } from '../screening/list-version.js'
import { Screener } from '../screening/sanctions-list.js'
import { KnownLists } from './known-lists.js'
import { ScreenedPeople } from './screened-people.js'
import { ScreenPerson } from './screen-person.js'

const EVERY_MS = 60_000
const BATCH = 50

/**
 * Screens every approved person who was screened against other lists than those that are loaded, on one replica at a
 * time. Only parties that are new or changed since can be a new hit, so each person is compared with those alone. An
 * interrupted run continues with those who are left. While replicas have different lists, those of the one that started
 * last count, until it is gone.
 */
@Injectable()
export class SweepPeople implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly lease: Lease
  private set = ''
  private stopped = false
  private running: Promise<void> | undefined
  private endTimer = () => {}

  constructor(
    private readonly screener: Screener,
    private readonly known: KnownLists,
    private readonly people: ScreenedPeople,
    private readonly person: ScreenPerson,
    @Inject(MONGO) connection: Connection,
    @Inject(METRICS) metrics: MetricsRegistry,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(TIMING) private readonly timing: Timing,
  ) {
    this.lease = new Lease(connection, 'kyc-rescreening', { nowMs: timing.wallMs })
    const help = 'Approved people who were not yet screened against the loaded lists.'
    registerNumber(metrics, { name: 'kyc_people_not_screened', help }, () => this.people.count(this.set), timing)
  }

  /** Before calls are served, because every screening refers to the loaded lists. */
  async onModuleInit(): Promise<void> {
    this.set = await this.known.remember(this.screener)
  }

  onApplicationBootstrap(): void {
    this.endTimer = this.timing.every(EVERY_MS, () => void this.run())
    void this.run()
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true
    this.endTimer()
    await this.running
    await this.lease.release()
  }

  /** Screens everybody who is due. A run that is under way isn't repeated. */
  run(): Promise<void> {
    this.running ??= this.sweep()
      .catch((error) => this.logger.error({ err: error }, 'failed to screen people again, will retry'))
      .finally(() => {
        this.running = undefined
      })
    return this.running
  }

  private async sweep(): Promise<void> {
    // Without a list of sanctions nobody would be screened, and all would have to be once there is one.
    if (oldestOf(this.screener.lists) === null) return
    let [screened, reopened] = [0, 0]
    for (const earlier of await this.people.setsBefore(this.set)) {
      for await (const found of this.sweepFrom(earlier)) {
        screened += 1
        reopened += found ? 1 : 0
      }
    }
    if (screened > 0) this.logger.info({ screened, reopened }, 'screened people against changed lists')
  }

  /** Screens those who were screened against one earlier set, so that there is one screener of changes at a time. */
  private async *sweepFrom(earlier: string | undefined): AsyncGenerator<boolean> {
    let screener: Screener | undefined
    let after = ''
    while (await this.mayContinue()) {
      const batch = await this.people.next(earlier, after, BATCH)
      if (batch.length === 0) return
      screener ??= await this.screenerFor(earlier)
      if (!screener) return
      for (const caseId of batch) yield await this.screenOne(caseId, screener)
      after = batch.at(-1)!
    }
  }

  /** A set that can't be compared doesn't stop the screening of others, and is tried again at the next run. */
  private async screenerFor(earlier: string | undefined): Promise<Screener | undefined> {
    try {
      return await this.changedSince(earlier)
    } catch (error) {
      this.logger.error({ err: error, set: earlier }, 'failed to compare lists, will retry')
      return undefined
    }
  }

  private async mayContinue(): Promise<boolean> {
    // A replica with earlier lists doesn't take the lease from those that have work to do.
    return !this.stopped && (await this.known.isNewest(this.set)) && (await this.lease.hold())
  }

  /** A person who can't be screened doesn't keep others from it, and is due again at the next run. */
  private async screenOne(caseId: string, screener: Screener): Promise<boolean> {
    try {
      return await this.person.screen(caseId, { screener, set: this.set })
    } catch (error) {
      this.logger.error({ err: error, caseId }, 'failed to screen a person again, will retry')
      return false
    }
  }

  /**
   * Returns a screener of the parties that a set of lists lacks. It is that of all if it isn't known what the set
   * contained, or if more than a quarter of the names changed, because memory has no room for two such indexes.
   */
  private async changedSince(set: string | undefined): Promise<Screener> {
    const earlier = set === undefined ? undefined : await this.known.fingerprintsIn(set)
    if (!earlier) return this.screener
    const changed = changedSince(this.screener.sources, earlier)
    return countNames(changed) * 4 > countNames(this.screener.sources) ? this.screener : new Screener(changed)
  }
}
