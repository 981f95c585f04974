import { GetDashboard } from '@hissa/contracts/investment'
import { SharesMinted } from '@hissa/contracts/tokenisation'
import { units } from '@hissa/money'
import { accounts } from '../src/accounts.js'
import { AMOUNT, Desk } from './desk.js'
import { Investment } from './harness.js'

export const DAY = 24 * 60
export const TOKEN = `0x${'11'.repeat(20)}`
export const hash = (byte: string) => `0x${byte.repeat(32)}`

export interface Bought {
  propertyId: string
  userId: string
  orderId: string
}
type Held = Pick<Bought, 'userId' | 'propertyId'>

export const idOf = ({ userId, propertyId }: Held) => `${userId}:${propertyId}`
export const action = (toUserId: string, count = 5) => ({
  ...{ type: 'transfer_shares' as const, toUserId, units: units(count), basis: 'court_order' as const },
  reference: 'Court 7/2026',
})
export const receipt = (byte: string) => ({
  ...{ chainId: 31_337, transactionHash: hash(byte), blockNumber: 7, blockHash: hash('b2') },
  at: '2026-11-24T08:00:00.000Z',
})

/** The service with two finance users, who transfer registered shares between investors. */
export class ShareTransfers {
  private constructor(
    readonly app: Investment,
    readonly desk: Desk,
  ) {}

  static async start(): Promise<ShareTransfers> {
    const app = await Investment.start()
    return new ShareTransfers(app, new Desk(app))
  }

  stop = () => this.app.stop()

  /** Buys 20 units as a new investor. */
  async buy(propertyId: string): Promise<Bought> {
    const userId = await this.app.investor(propertyId)
    const { orderId } = await this.app.answered(() => this.app.place(userId, propertyId))
    const sessionId = await this.app.sessionOf(orderId)
    await this.desk.settle(this.app.gateway.webhook(this.app.gateway.pay(sessionId), `evt_${sessionId}`))
    return { propertyId, userId, orderId }
  }

  /** Returns two orders of 20 units by two investors of a raise whose deed is on file; both are allotted. */
  async allotted(): Promise<[Bought, Bought]> {
    const propertyId = await this.app.openRaise(40)
    const orders: [Bought, Bought] = [await this.buy(propertyId), await this.buy(propertyId)]
    for (const order of orders) await this.reaches(order, 'cooling_off')
    await this.app.advance(2 * DAY + 1)
    await this.desk.fileDeed(propertyId)
    for (const order of orders) await this.reaches(order, 'allotted')
    const raise = async () => (await this.app.collection('raises').findOne({ _id: propertyId }))!
    await this.app.untilRetried('the raise is completed', async () => (await raise())['state'] === 'completed')
    return orders
  }

  row = async ({ orderId }: Bought) => (await this.app.order(orderId))!
  reaches = (order: Bought, state: string) =>
    this.app.untilRetried(`the order is ${state}`, async () => (await this.row(order))['state'] === state)

  propose = (from: Held, to: string, count?: number, by?: string) =>
    this.desk.propose(idOf(from), action(to, count), by, 'holding')
  transfer = async (from: Held, to: string, count?: number) =>
    this.desk.decide((await this.propose(from, to, count)).pending.approvalId)
  rowsOf = (propertyId: string) =>
    this.app.collection('share_transfers').find({ propertyId }).sort({ _id: 1 }).toArray()
  dashboard = (userId: string) => this.app.call(GetDashboard, {}, userId)
  holding = async (held: Held) => this.app.collection('holdings').findOne({ _id: idOf(held) })

  /** Returns the registered units of investors, the treasury's and the counted people, after checking the ledger. */
  async register(propertyId: string, ...userIds: string[]): Promise<number[]> {
    const { balances, faults } = await this.app.proof()
    if (faults.length > 0) throw new Error(`the ledger has faults: ${JSON.stringify(faults)}`)
    const ids = userIds.map((userId) => accounts.unitsHeld(propertyId, userId))
    return [...ids, accounts.unitsTreasury(propertyId), accounts.peopleCounted(propertyId)].map((id) => {
      const { creditsPosted = 0, debitsPosted = 0 } = balances.get(id) ?? {}
      return creditsPosted - debitsPosted
    })
  }

  /** Delivers events of a dispute of an order's payment. */
  async dispute(order: Bought, ...steps: ReadonlyArray<'created' | 'withdrawn' | 'lost' | 'won'>): Promise<void> {
    const paymentId = (await this.row(order))['paymentId'] as string
    const about = { disputeId: `dp_${order.orderId}`, paymentId, currency: 'aed' }
    const known = {
      created: { type: 'charge.dispute.created', status: 'open', movedMinor: 0 },
      withdrawn: { type: 'charge.dispute.funds_withdrawn', status: 'open', movedMinor: AMOUNT },
      lost: { type: 'charge.dispute.closed', status: 'lost', movedMinor: 0 },
      won: { type: 'charge.dispute.closed', status: 'won', movedMinor: 0 },
    }
    for (const step of steps) {
      const { type, ...rest } = known[step]
      const event = { eventId: `${about.disputeId}:${step}`, type, kind: 'dispute', dispute: { ...about, ...rest } }
      await this.app.answered(() => this.desk.deliver(event))
    }
  }

  /** Reports that an order's 20 shares are minted. */
  mint = (order: Bought) =>
    this.app.publish(SharesMinted, order.orderId, {
      ...{ ...order, units: units(20), token: TOKEN, account: `0x${'22'.repeat(20)}`, version: 1 },
      receipt: receipt('a1'),
    })
}
