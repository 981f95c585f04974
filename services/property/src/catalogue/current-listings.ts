import { PropertyChanged } from '@hissa/contracts/property'
import { LOGGER, TIMING, wallNow, type Logger, type Timing } from '@hissa/kernel'
import { BUS, subjectOf, type Bus } from '@hissa/messaging'
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { listingOf, Listings } from './listings.js'
import { PropertyStore } from './property.store.js'

/**
 * A change is found by the wall time at which it was saved. It commits at most a minute later, and the clocks of two
 * replicas differ by less than the rest.
 */
const MARGIN_MS = 5 * 60_000

/**
 * Keeps the published properties in memory and, before each list, applies what has changed in the store. Reads of the
 * store are shared by the lists that wait for them. Each replica also subscribes to the changes, so that even a change
 * with a wrong time is found.
 */
@Injectable()
export class CurrentListings implements OnApplicationBootstrap {
  private listings = new Listings()
  /** Start of the last read of the store, by this replica's clock. */
  private readAt = new Date(0)
  private mustReadAll = true
  private readonly changedIds = new Set<string>()
  private running: Promise<void> | undefined
  private waiting: Promise<void> | undefined

  constructor(
    private readonly store: PropertyStore,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(TIMING) private readonly timing: Timing,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.bus.nc.subscribe(subjectOf(PropertyChanged.type), {
      callback: (error, message) => {
        if (error) return this.logger.error({ err: error }, 'the subscription to changed properties failed')
        this.changedIds.add(message.json<{ subject: string }>().subject)
      },
    })
    void this.readAllWhenReconnected()
    await this.current()
  }

  /** Returns the properties with every change that was committed before the call. */
  async current(): Promise<Listings> {
    await this.refreshed()
    return this.listings
  }

  /** Waits for a read that starts after the call, because one in progress may have missed a change. */
  private refreshed(): Promise<void> {
    if (!this.running) return this.refresh()
    this.waiting ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.waiting = undefined
        return this.running ?? this.refresh()
      })
    return this.waiting
  }

  private refresh(): Promise<void> {
    const run = this.read().finally(() => {
      if (this.running === run) this.running = undefined
    })
    this.running = run
    return run
  }

  private async read(): Promise<void> {
    const startedAt = wallNow(this.timing)
    if (this.mustReadAll) await this.readAll()
    else await this.readChanges(new Date(this.readAt.getTime() - MARGIN_MS))
    this.readAt = startedAt
  }

  private async readAll(): Promise<void> {
    this.mustReadAll = false
    try {
      const listings = new Listings()
      for (const row of await this.store.listed()) listings.put(listingOf(row))
      this.listings = listings
    } catch (error) {
      this.mustReadAll = true
      throw error
    }
  }

  private async readChanges(since: Date): Promise<void> {
    const changedIds = [...this.changedIds]
    const saved = await this.store.savedSince(since)
    const newer = saved.filter(({ _id, version }) => version > this.listings.versionOf(_id))
    const ids = new Set([...changedIds, ...newer.map(({ _id }) => _id)])
    if (ids.size === 0) return
    for (const row of await this.store.listedByIds([...ids])) this.listings.put(listingOf(row))
    for (const id of changedIds) this.changedIds.delete(id)
  }

  /** Events are missed while the connection is lost. */
  private async readAllWhenReconnected(): Promise<void> {
    for await (const { type } of this.bus.nc.status()) if (type === 'reconnect') this.mustReadAll = true
  }
}
