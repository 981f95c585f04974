import type { EventData } from '@hissa/contracts'
import {
  OrderAllotted,
  type OrderFact,
  OrderRefunded,
  OrderRefunding,
  SharesTransferred,
} from '@hissa/contracts/investment'
import { holdingId } from '../../src/holdings/holding.js'
import type { Order } from '../../src/orders/order.model.js'
import type { Replica } from './replica.js'
import type { World } from './world.js'

const HOUR_MS = 3_600_000
const address = (digit: string) => `0x${digit.repeat(40)}`
const hash = (digit: string) => `0x${digit.repeat(64)}`

type Transfer = EventData<typeof SharesTransferred>

/**
 * Tokenisation and the chain: shares of allotted orders are minted some hours later, burned after their order was
 * reversed, and moved after a transfer. Reports arrive late, twice and in any order.
 */
export class SimChain {
  readonly minted = new Map<string, OrderFact>()
  readonly burned = new Set<string>()
  readonly mirrored = new Set<string>()
  /** Units at the address of each investor, by the id of the holding. */
  readonly balances = new Map<string, number>()
  private readonly reversed = new Map<string, OrderFact>()
  private readonly received = new Set<string>()
  /** What is to leave each address, in the order of the register. */
  private readonly leaving = new Map<string, symbol[]>()

  constructor(private readonly world: World) {}

  /** Takes an event that was committed, as tokenisation's consumers do. */
  take({ type, data }: { type: string; data: unknown }): void {
    if (type === SharesTransferred.type) void this.transfer(data as Transfer)
    const order = data as OrderFact
    if (type === OrderAllotted.type) void this.mint(order)
    const isRefund = type === OrderRefunding.type || type === OrderRefunded.type
    if (isRefund && order.reason === 'dispute_lost') this.reverse(order)
  }

  hasReceived(userId: string, propertyId: string): boolean {
    return this.received.has(holdingId(userId, propertyId))
  }

  /** Moves shares once the sender has them. */
  private async transfer({ transferId, propertyId, fromUserId, toUserId, units }: Transfer): Promise<void> {
    const [from, to] = [holdingId(fromUserId, propertyId), holdingId(toUserId, propertyId)]
    this.received.add(to)
    await this.leave(from, units)
    this.add(to, units)
    this.mirrored.add(transferId)
    this.world.reached.fault('a transfer mirrored on the chain')
    const shown = { token: address('a'), account: address('d'), receipt: this.receipt(3), version: 3 }
    this.tell({ transferId, propertyId, units, ...shown }, (replica, event) => replica.mirror.handle(event))
  }

  /** Takes transferred units from an address, after the earlier transfers from it, and once they are there. */
  private async leave(id: string, count: number): Promise<void> {
    const queue = this.leaving.get(id) ?? []
    this.leaving.set(id, queue)
    const own = Symbol(id)
    queue.push(own)
    do await this.pass(2)
    while (queue[0] !== own || this.balanceOf(id) < count)
    queue.shift()
    this.add(id, -count)
  }

  balanceOf = (id: string) => this.balances.get(id) ?? 0

  private add(id: string, change: number): void {
    this.balances.set(id, this.balanceOf(id) + change)
  }

  private async mint(order: OrderFact): Promise<void> {
    const { reached } = this.world
    await this.pass(1)
    this.maybeDispute(order)
    await this.pass(4)
    const reversed = this.reversed.get(order.orderId)
    // Transfers may need the shares; what is left of them is burned.
    if (reversed && reversed.unitsTakenBack === undefined) return
    // The transaction is sent, and confirmed later.
    await this.pass(5)
    this.minted.set(order.orderId, order)
    this.add(holdingId(order.userId, order.propertyId), order.units)
    reached.fault('shares minted')
    const since = this.reversed.get(order.orderId)
    if (since) {
      reached.fault('shares minted after a reversal')
      void this.burn(since)
    }
    this.report(order, 1, (replica, event) => replica.issue.handle(event))
  }

  /** Opens a dispute of a payment shortly after its order was allotted. */
  private maybeDispute({ orderId }: OrderFact): void {
    const { chance, faulty, reached, store, stripe } = this.world
    const isWanted = this.world.wants('shares minted after a reversal')
    if (!faulty || !(chance.hit(0.4) || isWanted)) return
    const { paymentId } = store.collection('orders').get(orderId) as unknown as Order
    reached.fault('dispute after allotment')
    stripe.dispute(new Set([paymentId!]), isWanted ? { isLost: true, isDecidedAtOnce: true } : {})
  }

  private reverse(order: OrderFact): void {
    if (this.reversed.has(order.orderId)) return
    this.reversed.set(order.orderId, order)
    const { unitsTakenBack } = order
    if (unitsTakenBack === 0) this.world.reached.fault('no shares taken back, all were transferred')
    else if (unitsTakenBack && unitsTakenBack < order.units)
      this.world.reached.fault('shares taken back in part, the others were transferred')
    if (this.minted.has(order.orderId)) void this.burn(order)
  }

  private async burn(order: OrderFact): Promise<void> {
    const { units, unitsTakenBack = units } = order
    if (unitsTakenBack === 0) return
    const id = holdingId(order.userId, order.propertyId)
    // After the transfers, of which a later one may have brought what an earlier one still needs.
    do await this.pass(2)
    while (this.leaving.get(id)?.length || this.balanceOf(id) < unitsTakenBack)
    this.add(id, 0 - unitsTakenBack)
    this.burned.add(order.orderId)
    this.world.reached.fault('shares burned')
    this.report({ ...order, units: unitsTakenBack }, 2, (replica, event) => replica.burn.handle(event))
  }

  private report(order: OrderFact, version: number, deliver: (replica: Replica, event: never) => Promise<void>): void {
    const { orderId, userId, propertyId, units } = order
    const shown = { token: address('a'), account: address('c'), receipt: this.receipt(version), version }
    this.tell({ orderId, userId, propertyId, units, ...shown }, deliver)
  }

  private receipt(version: number) {
    const at = this.world.now().toISOString()
    return { chainId: 1, transactionHash: hash(String(version)), blockNumber: 1, blockHash: hash('b'), at }
  }

  /** Delivers a report some hours later, at times twice. */
  private tell(data: object, deliver: (replica: Replica, event: never) => Promise<void>): void {
    const { chance } = this.world
    const send = async () => {
      await this.pass(2)
      await this.world.insist(() => deliver(chance.pick(this.world.replicas), { data } as never))
    }
    for (let n = chance.hit(0.3) ? 2 : 1; n > 0; n -= 1) void send()
  }

  private pass(hours: number): Promise<void> {
    return this.world.scheduler.after(hours * HOUR_MS * this.world.chance.next())
  }
}
