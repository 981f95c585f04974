import { TransferMirrored } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { propertyTokenAbi } from '@hissa/token-suite'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { encodeFunctionData } from 'viem'
import { AccountStore } from '../accounts/account.store.js'
import { MOST_DEPENDENCIES, Transactions, type Confirmed, type Refused, type Settled } from '../chain/chain.api.js'
import { AllotmentStore } from '../holdings/allotment.store.js'
import { forEach } from '../for-each.js'
import { Holds } from '../issuance/holds.js'
import { PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { followUpOf } from '../suite/effects.js'
import { isLive } from '../tokens/token.js'
import { TokenStore } from '../tokens/token.store.js'
import type { Transfer } from '../holdings/transfer.js'
import { TransferStore } from '../holdings/transfer.store.js'
import { movable, heldAt } from '../holdings/units-at.js'

const KIND = 'transfer'
/** Mints that one transfer waits for, beside the receiver's registration, while a reorganisation could remove them. */
const MOST_MINTS = MOST_DEPENDENCIES - 1

interface Chosen {
  transfer: Transfer
  /** Mints of the sender's shares that a reorganisation could remove. */
  mints: readonly string[]
}

/**
 * Moves shares on the chain from one investor to another, as the share register has decided, each transfer by its own
 * transaction: once the sender's address has the shares, both addresses are registered, neither investor's shares are
 * being moved to another address of theirs, and the receiver's are not frozen. None waits for those of other senders.
 */
@Injectable()
export class MirrorTransfers implements OnModuleInit {
  constructor(
    private readonly transfers: TransferStore,
    private readonly tokens: TokenStore,
    private readonly allotments: AllotmentStore,
    private readonly accounts: AccountStore,
    private readonly holds: Holds,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  onModuleInit(): void {
    this.transactions.register(
      followUpOf({
        kind: KIND,
        proof: async (settled, session) => ({
          contract: (await this.tokens.ofCall(settled, session)).deployment!.address,
          event: 'Transfer',
        }),
        confirmed: (settled, session) => this.confirmed(settled, session),
        failed: (failure, session) => this.failed(failure, session),
        takenBack: (settled, session) => this.takenBack(settled, session),
      }),
    )
  }

  /** Plans the transfers that can be carried out now, the earliest first. */
  async advance(): Promise<void> {
    await forEach(bySender(await this.transfers.waiting()), async (waiting) => {
      const held = await this.hold(waiting)
      const chosen = (await this.next(waiting)).filter(({ transfer }) => !held.has(transfer.toUserId))
      await forEach(chosen, (one) => transaction(this.connection, (session) => this.plan(one, session)))
    })
  }

  /** Records which transfers of one token are held, and returns the investors who can't receive shares of it. */
  private async hold(waiting: readonly Transfer[]): Promise<Set<string>> {
    const receivers = waiting.map(({ toUserId }) => toUserId)
    const held = await this.holds.investors(waiting[0]!.propertyId, receivers)
    const changed = waiting.filter((transfer) => held.has(transfer.toUserId) !== (transfer.held !== undefined))
    await forEach(changed, (transfer) => this.mark(transfer, held.has(transfer.toUserId)))
    return held
  }

  private async mark(transfer: Transfer, isHeld: boolean): Promise<void> {
    const { _id: transferId, propertyId } = transfer
    const change = isHeld ? { set: { held: 'receiver_frozen' } as const } : { set: {}, unset: ['held'] as const }
    await transaction(this.connection, (session) => this.transfers.change(transfer, change, session))
    if (isHeld)
      this.logger.warn({ transferId, propertyId }, 'a transfer waits because shares of its receiver are frozen')
  }

  /** Returns those of a sender's waiting transfers of one token that can be planned. */
  private async next(waiting: readonly Transfer[]): Promise<Chosen[]> {
    const { fromUserId, propertyId } = waiting[0]!
    const token = await this.tokens.byId(propertyId)
    if (!token || !isLive(token)) return []
    const known = await this.transfers.ofInvestor(fromUserId, propertyId)
    const own = (await this.allotments.ofUser(fromUserId)).filter((one) => one.propertyId === propertyId)
    const possible = movable(waiting, heldAt(fromUserId, own, known))
    const mints = await this.transactions.removable(possible.length > 0 ? own.map(({ transaction: id }) => id) : [])
    if (mints.length > MOST_MINTS) return []
    const now = this.wall.now()
    const due = possible.filter(({ after }) => after === undefined || after <= now)
    const isFree = await Promise.all(due.map((transfer) => this.isFree(transfer)))
    return due.filter((_, index) => isFree[index]).map((transfer) => ({ transfer, mints }))
  }

  /** A reorganisation could still execute a transfer that has failed; a second one would move other shares. */
  private async isFree({ transaction: id }: Transfer): Promise<boolean> {
    return id === undefined || (await this.transactions.find(id))?.isWatched !== true
  }

  private async plan({ transfer, mints }: Chosen, session: ClientSession): Promise<void> {
    const { _id: transferId, propertyId, fromUserId, toUserId, units } = transfer
    const token = await this.tokens.byId(propertyId, session)
    if (!token || !isLive(token)) return
    // They may have been frozen since; the next pass holds the transfer.
    if ((await this.holds.investors(propertyId, [toUserId], session)).size > 0) return
    const accounts = await this.accounts.use([fromUserId, toUserId], session)
    const [from, receiver] = [accounts.get(fromUserId)?.address, accounts.get(toUserId)]
    // One of them is not registered yet, or their shares are being moved.
    if (!from || !receiver) return
    const { address: account, onboarding } = receiver
    const registration = await this.transactions.removable([onboarding], session)
    const id = `transfer:${transferId}:${newId()}`
    const set = { state: 'moving' as const, transaction: id, account }
    if (!(await this.transfers.change(transfer, { set, unset: ['after', 'held'] }, session))) return
    const call = {
      abi: propertyTokenAbi,
      functionName: 'forcedTransfer',
      args: [from, account, BigInt(units)],
    } as const
    await this.transactions.plan(session, {
      ...{ id, role: 'enforcer', to: token.deployment.address, data: encodeFunctionData(call), kind: KIND },
      ...{ ref: { propertyId, transferId }, after: [...mints, ...registration] },
    })
  }

  private async confirmed(settled: Confirmed, session: ClientSession): Promise<void> {
    const { id, ref, receipt } = settled
    const transfer = await this.read(ref, session)
    const token = (await this.tokens.ofCall(settled, session)).deployment!.address
    await this.transfers.change(transfer, { set: { state: 'moved', transaction: id, receipt } }, session)
    const { _id: transferId, propertyId, units, account } = transfer
    const version = transfer.version + 1
    const data = { transferId, propertyId, units, token, account: account!, receipt, version }
    const event = { aggregateId: transferId, version, data, time: this.clock.now() }
    await this.outbox.append(session, newEvent(TransferMirrored, event))
  }

  private async failed({ id, ref, reason }: Refused, session: ClientSession) {
    const transfer = await this.read(ref, session)
    const fields = { alarm: 'TRANSFER_REFUSED', transferId: transfer._id, transaction: id, reason }
    this.logger.error(fields, 'the chain refused to transfer shares; it is retried')
    if (transfer.transaction !== id) return
    const after = new Date(this.wall.now().getTime() + this.pace.retryMs)
    await this.transfers.change(transfer, { set: { state: 'waiting', after }, unset: ['receipt'] }, session)
  }

  private async takenBack({ id, ref }: Settled, session: ClientSession): Promise<void> {
    const transfer = await this.read(ref, session)
    if (transfer.transaction !== id) return
    await this.transfers.change(transfer, { set: { state: 'moving' }, unset: ['receipt', 'after', 'held'] }, session)
  }

  private async read(ref: Settled['ref'], session: ClientSession): Promise<Transfer> {
    const transfer = await this.transfers.byId(String(ref['transferId']), session)
    if (!transfer) throw new Error(`no transfer ${ref['transferId']}`)
    return transfer
  }
}

/** Groups transfers by property and sender, in their order. */
function bySender(transfers: readonly Transfer[]): Iterable<Transfer[]> {
  const groups = new Map<string, Transfer[]>()
  for (const transfer of transfers) {
    const key = `${transfer.propertyId} ${transfer.fromUserId}`
    groups.set(key, [...(groups.get(key) ?? []), transfer])
  }
  return groups.values()
}
