import { CLOCK, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { Inject, Injectable } from '@nestjs/common'
import { type DueOutcome, DueRows } from '../due/due-rows.js'
import type { Clocks } from '../due/due.schema.js'
import { type Order, orderChange, OrderStore, type OrderWork, stepKey } from '../orders/orders.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { GatewayRefused } from '../processor/processor.api.js'

/** Runs the due work of orders; attempts are written by the ledger's commit, like every change of an order. */
@Injectable()
export class DueOrders extends DueRows<OrderWork, Order> {
  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ clock, wall, logger })
  }

  protected read(kind: OrderWork, clocks: Clocks, limit: number): Promise<Order[]> {
    return this.orders.due(kind, clocks, limit)
  }

  protected readNext(kind: OrderWork, clocks: Clocks): Promise<Date | null> {
    return this.orders.nextDueAt(kind, clocks)
  }

  protected refusalOf(error: unknown): string | undefined {
    return error instanceof GatewayRefused ? (error.code ?? 'refused') : undefined
  }

  protected async save(order: Order, outcome: DueOutcome<OrderWork>): Promise<void> {
    const { verb, ...set } = outcome
    const unset: Array<keyof Order> = 'rejected' in set ? ['due'] : []
    const step = { set, unset, transfers: [], events: [] }
    const change = { key: stepKey(order, verb), inputHash: this.ids.next(), order, step, at: this.clock.now() }
    await this.ledger.commit(orderChange(change, this.ids))
  }
}
