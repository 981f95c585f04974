import { OrderAllotted, type OrderFact, OrderRefunded, OrderRefunding } from '@hissa/contracts/investment'
import type { Order } from '../../src/orders/order.js'
import type { Replica } from './replica.js'
import type { World } from './world.js'

const HOUR_MS = 3_600_000
const address = (digit: string) => `0x${digit.repeat(40)}`
const hash = (digit: string) => `0x${digit.repeat(64)}`

/**
 * Tokenisation and the chain: shares of allotted orders are minted some hours later, and burned after their order was
 * reversed. Reports arrive late, twice and in any order.
 */
export class SimChain {
  readonly minted = new Map<string, OrderFact>()
  readonly burned = new Set<string>()
  private readonly reversed = new Set<string>()

  constructor(private readonly world: World) {}

  /** Takes an event that was committed, as tokenisation's consumers do. */
  take({ type, data }: { type: string; data: unknown }): void {
    const order = data as OrderFact
    if (type === OrderAllotted.type) void this.mint(order)
    const isRefund = type === OrderRefunding.type || type === OrderRefunded.type
    if (isRefund && order.reason === 'dispute_lost') this.reverse(order)
  }

  private async mint(order: OrderFact): Promise<void> {
    const { reached } = this.world
    await this.pass(1)
    this.maybeDispute(order)
    await this.pass(4)
    if (this.reversed.has(order.orderId)) return
    // The transaction is sent, and confirmed later.
    await this.pass(5)
    this.minted.set(order.orderId, order)
    reached.fault('shares minted')
    if (this.reversed.has(order.orderId)) {
      reached.fault('shares minted after a reversal')
      void this.burn(order)
    }
    this.report(order, 1, (replica, event) => replica.issue.handle(event))
  }

  /** Opens a dispute of a payment shortly after its order was allotted. */
  private maybeDispute({ orderId }: OrderFact): void {
    const { chance, faulty, reached, store, stripe } = this.world
    if (!faulty || !chance.hit(0.4)) return
    const { paymentId } = store.collection('orders').get(orderId) as unknown as Order
    reached.fault('dispute after allotment')
    stripe.dispute(new Set([paymentId!]))
  }

  private reverse(order: OrderFact): void {
    if (this.reversed.has(order.orderId)) return
    this.reversed.add(order.orderId)
    if (this.minted.has(order.orderId)) void this.burn(order)
  }

  private async burn(order: OrderFact): Promise<void> {
    await this.pass(2)
    this.burned.add(order.orderId)
    this.world.reached.fault('shares burned')
    this.report(order, 2, (replica, event) => replica.burn.handle(event))
  }

  private report(order: OrderFact, version: number, deliver: (replica: Replica, event: never) => Promise<void>): void {
    const { chance } = this.world
    const { orderId, userId, propertyId, units } = order
    const at = this.world.now().toISOString()
    const receipt = { chainId: 1, transactionHash: hash(String(version)), blockNumber: 1, blockHash: hash('b'), at }
    const data = { orderId, userId, propertyId, units, token: address('a'), account: address('c'), receipt, version }
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
