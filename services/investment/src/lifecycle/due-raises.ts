import { CLOCK, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { type DueOutcome, DueRows } from '../due/due-rows.js'
import type { Clocks } from '../due/due.schema.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { type Raise, RAISES, RaiseStore, type RaiseWork } from '../raises/raises.api.js'

/** Runs the due work of raises; attempts are written by the ledger's commit, like every change of a raise. */
@Injectable()
export class DueRaises extends DueRows<RaiseWork, Raise> {
  constructor(
    private readonly ledger: Committer,
    private readonly raises: RaiseStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ clock, wall, logger })
  }

  protected read(kind: RaiseWork, clocks: Clocks, limit: number): Promise<Raise[]> {
    return this.raises.due(kind, clocks, limit)
  }

  protected readNext(kind: RaiseWork, clocks: Clocks): Promise<Date | null> {
    return this.raises.nextDueAt(kind, clocks)
  }

  protected refusalOf(): string | undefined {
    return undefined
  }

  protected async save(raise: Raise, outcome: DueOutcome<RaiseWork>): Promise<void> {
    const { verb, ...set } = outcome
    const unset = 'rejected' in set ? ['due'] : []
    const key = `raise:${raise._id}:${raise.version}:${verb}`
    const saves = [{ collection: RAISES, id: raise._id, version: raise.version, set, unset }]
    await this.ledger.commit({ key, inputHash: this.ids.next(), transfers: [], saves, events: [] })
  }
}
