import type { ResolutionAction } from '@hissa/contracts/investment'
import { units as unitsOf } from '@hissa/money'
import type { Holding } from '../../src/holdings/holding.js'
import type { Order } from '../../src/orders/order.model.js'
import type { Subject } from '../../src/payments/suspense/resolution.js'
import type { SuspenseItem } from '../../src/payments/suspense/suspense.js'
import { isOpen, type Raise } from '../../src/raises/raise.js'
import type { Fault } from './reached.js'
import type { World } from './world.js'

const HOUR_MS = 3_600_000

/** The finance staff of the simulation: they steer raises, transfer shares and resolve suspense. */
export class Staff {
  /** Orders that staff tried to cancel, which they may after the cooling-off period. */
  readonly byStaff = new Set<string>()

  constructor(private readonly world: World) {}

  /** Closes, extends or ends a raise, or cancels an order, as finance staff. */
  async steerRaises(): Promise<void> {
    const raises = this.raisesWhere(({ state }) => state === 'active' || state === 'funded')
    const open = raises.filter((raise) => isOpen(raise, this.world.now()))
    if (open.length === 0) return
    const { _id: id, deadline } = this.world.chance.pick(this.world.chance.hit(0.7) ? open : raises)
    const later = new Date(deadline.getTime() + HOUR_MS).toISOString()
    const actions: ReadonlyArray<readonly [Fault, ResolutionAction]> = [
      ['a raise closed early by staff', { type: 'close' }],
      ['a raise closed early by staff', { type: 'close' }],
      ['a raise extended by staff', { type: 'extend', deadline: later }],
      ...(this.world.chance.hit(0.3) ? [['a raise failed by staff', { type: 'fail' }] as const] : []),
      ['an order cancelled by staff', { type: 'cancel' }],
    ]
    const wanted = actions.filter(([name]) => this.world.wants(name))
    const [name, action] = this.world.chance.pick(wanted.length > 0 ? wanted : actions)
    if (action.type !== 'cancel') return void (await this.decide({ kind: 'raise', id }, action, name))
    const orders = this.world.ordersWhere(({ state }) => state === 'cooling_off')
    if (orders.length === 0) return
    const order = this.world.chance.pick(orders)
    this.byStaff.add(order._id)
    await this.decide({ kind: 'order', id: order._id }, action, name)
  }

  /** Files the deed of every closed raise, some time after it closed. */
  private async fileDeeds(): Promise<void> {
    for (const { _id: id } of this.raisesWhere(({ state, deed }) => state === 'funded' && !deed)) {
      if (this.world.faulty && !this.world.isQuiet && this.world.chance.hit(0.5)) continue
      const deed = { number: 'D-1', issuedOn: '1970-01-01', documentSha256: '0'.repeat(64) }
      // How it is stored is not simulated.
      Object.assign(this.world.store.collection('raises').get(id)!, { deedVersions: [{ sha256: deed.documentSha256 }] })
      await this.decide({ kind: 'raise', id }, { type: 'file_deed', ...deed }, 'a deed filed by staff')
    }
  }

  /** Transfers registered shares of an investor, some or all, to another one. */
  async transferShares(): Promise<void> {
    const { chance, reached, store, chain } = this.world
    const holdings = [...store.collection('holdings').values()] as unknown as Holding[]
    const registered = holdings.filter(({ allottedUnits = 0 }) => allottedUnits > 0)
    if (registered.length === 0) return
    const received = registered.filter(({ transferredAt }) => transferredAt)
    const from = chance.pick(received.length > 0 && chance.hit(0.3) ? received : registered)
    const { _id: id, userId, propertyId, allottedUnits = 0, issuedUnits = 0 } = from
    const wantsAll = this.world.wants('no shares taken back, all were transferred')
    const wantsPart = this.world.wants('shares taken back in part, the others were transferred')
    const isAll = wantsAll || (chance.hit(0.4) && !wantsPart)
    const units = unitsOf(isAll ? allottedUnits : 1 + chance.below(allottedUnits))
    const toUserId = chance.pick([...this.world.statuses.keys()].slice(-40))
    const action = { type: 'transfer_shares', toUserId, units, basis: 'court_order', reference: 'C-1' } as const
    if (!(await this.decide({ kind: 'holding', id }, action, 'shares transferred by staff'))) return
    if (units === allottedUnits) reached.fault('all shares of an investor transferred')
    if (issuedUnits < units) reached.fault('shares transferred before they were minted')
    if (chain.hasReceived(userId, propertyId)) reached.fault('shares transferred on to a third investor')
    // A sender's payment may be disputed although the shares are someone else's now.
    const paid = this.world.ordersWhere((order) => order.userId === userId && order.propertyId === propertyId)
    const disputable = paid.filter(({ state }) => state === 'allotted' || state === 'issued')
    if (disputable.length === 0 || !chance.hit(0.8)) return
    reached.fault('dispute after a transfer')
    this.world.stripe.dispute(
      new Set(disputable.map(({ paymentId }) => paymentId!)),
      wantsAll || wantsPart ? { isLost: true } : {},
    )
  }

  private async decide(subject: Subject, action: ResolutionAction, name: Fault): Promise<boolean> {
    const decided = this.world.chance.pick(this.world.replicas).decide(subject, action, `staff:${this.world.nextId()}`)
    const done = decided.catch((error: unknown) => this.world.refused(error))
    const isDone = (await Promise.race([done, this.world.scheduler.after(60_000)])) === true
    if (isDone) this.world.reached.fault(name)
    return isDone
  }

  private raisesWhere(matches: (raise: Raise) => boolean): Raise[] {
    return ([...this.world.store.collection('raises').values()] as unknown as Raise[]).filter(matches)
  }

  async workOffTheDesk(): Promise<void> {
    const items = [...this.world.store.collection('suspense').values()] as unknown as SuspenseItem[]
    const isActionable = (item: SuspenseItem) => item.state === 'open' && item.amount > 0 && item.dispute !== 'open'
    // Some wait for days.
    const open = items.filter((item) => isActionable(item) && (!this.world.faulty || this.world.chance.hit(0.3)))
    const rejected = this.world.ordersWhere((order) => order.rejected !== undefined)
    const stuck = items.filter((item) => item.rejected !== undefined)
    const replica = this.world.chance.pick(this.world.replicas)
    const resolve = async (item: SuspenseItem) => {
      const [owed] = this.world.ordersWhere(
        ({ state, paymentId }) => state === 'refunding' && paymentId === item.paymentId,
      )
      this.world.reached.count(`staff ${(await replica.resolve(item, owed?._id)) ?? 'waits'}`)
    }
    const payOut = (order: Order) => {
      const action = { type: 'settle', reference: 'bank' } as const
      return replica.decide({ kind: 'order', id: order._id }, action, `settle:${order._id}:${order.version}`)
    }
    const tasks: ReadonlyArray<() => Promise<unknown>> = [
      ...open.map((item) => () => resolve(item)),
      ...rejected.map(
        (order) => () => (this.world.chance.hit(0.5) ? payOut(order) : replica.retry('order', order._id)),
      ),
      ...this.raisesWhere(({ rejected }) => rejected !== undefined).map(
        (raise) => () => replica.retry('raise', raise._id),
      ),
      () => this.fileDeeds(),
      ...stuck.map((item) => () => (this.world.chance.hit(0.5) ? resolve(item) : replica.retry('suspense', item._id))),
    ]
    for (const task of tasks) {
      const done = task().catch((error: unknown) => this.world.refused(error))
      await Promise.race([done, this.world.scheduler.after(60_000)])
    }
  }
}
