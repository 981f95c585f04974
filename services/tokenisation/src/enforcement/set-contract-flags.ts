import { LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type { Address } from 'viem'
import {
  BlockFollower,
  CHAIN_NODE,
  Transactions,
  type ChainNode,
  type Confirmed,
  type Refused,
  type Settled,
} from '../chain/chain.api.js'
import { isRecent, PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { balanceAt } from '../relocations/relocations.api.js'
import { followUpOf } from '../suite/effects.js'
import { confirmed, planned, refused, takenBack, type ContractFlag, type FlagCall } from './contract-flag.js'
import { ContractFlagStore, type FlagSubject } from './contract-flag.store.js'
import { ShareFreezes } from './share-freezes.js'
import { callOf, readFlag } from './read-flag.js'

const KINDS = { frozen: 'freeze', paused: 'pause' } as const
const ALARMS = { frozen: 'FREEZE_REFUSED', paused: 'PAUSE_REFUSED' } as const

/**
 * Keeps flags of the tokens' contracts as they have to be, one transaction of each at a time. Its transactions have the
 * key `enforcer`, so they are executed in the order in which they were planned.
 */
@Injectable()
export class SetContractFlags implements OnModuleInit {
  constructor(
    private readonly flags: ContractFlagStore,
    private readonly freezes: ShareFreezes,
    private readonly transactions: Transactions,
    private readonly follower: BlockFollower,
    @Inject(CHAIN_NODE) private readonly node: ChainNode,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  onModuleInit(): void {
    for (const kind of Object.values(KINDS))
      this.transactions.register(
        followUpOf({
          kind,
          proof: (settled, session) => this.proof(settled, session),
          confirmed: (settled, session) => this.confirmed(settled, session),
          failed: (refused, session) => this.failed(refused, session),
          takenBack: (settled, session) => this.takenBack(settled, session),
        }),
      )
  }

  /**
   * Plans what a flag lacks, and returns it as it is now. `accountVersion` is that of the investor's account: with
   * another address the chain is read again. Throws NodeUnavailable and NodeFault.
   */
  async ensure(subject: FlagSubject, wanted: boolean, accountVersion = 0): Promise<ContractFlag> {
    const known = (await this.flags.byId(subject._id)) ?? (await this.flags.open(subject))
    if (known.open.length > 0) return known
    const flag = await this.read(known, accountVersion)
    const isLater = flag.after !== undefined && flag.after > this.wall.now()
    if (flag.readAt === undefined || flag.isOn === wanted || isLater) return flag
    await transaction(this.connection, (session) => this.plan(flag, wanted, session))
    return (await this.flags.byId(flag._id))!
  }

  /**
   * Plans the end of a freeze of an address to which shares of `from` are being moved, as long as they are still there.
   * Both are read at one block: a recovery moves all shares and freezes the new address in one transaction, so what it has
   * frozen stays.
   */
  async clearFor(from: Address, subject: FlagSubject, accountVersion: number): Promise<void> {
    const { number } = await this.follower.confirmedBlock()
    if (!(await readFlag(this.node, subject, number))) return
    if ((await balanceAt({ node: this.node, blockNumber: number }, subject.token, from)) === 0n) return
    const known = (await this.flags.byId(subject._id)) ?? (await this.flags.open(subject))
    const isLater = known.after !== undefined && known.after > this.wall.now()
    if (known.open.length > 0 || number < known.block || isLater) return
    if (known.readAt !== undefined && !known.isOn) this.report(known, true)
    await this.flags.change(known, { set: { isOn: true, readAt: this.wall.now(), readFor: accountVersion } })
    const flag = (await this.flags.byId(subject._id))!
    await transaction(this.connection, (session) => this.plan(flag, false, session))
  }

  /** Reads the chain if that is due, at a block that has every result that is known. */
  private async read(flag: ContractFlag, accountVersion: number): Promise<ContractFlag> {
    const { readAt, readFor } = flag
    const isSame = readFor === accountVersion
    if (isSame && isRecent(readAt, this.pace.compareUnchangedMs, this.wall)) return flag
    const { number } = await this.follower.confirmedBlock()
    if (number < flag.block) return flag
    const isOn = await readFlag(this.node, flag, number)
    if (isSame && readAt !== undefined && isOn !== flag.isOn) this.report(flag, isOn)
    const set = { isOn, readAt: this.wall.now(), readFor: accountVersion }
    await this.flags.change(flag, { set })
    return (await this.flags.byId(flag._id))!
  }

  private report({ _id: flag, propertyId }: ContractFlag, isOn: boolean): void {
    const fields = { alarm: 'FLAG_CHANGED', flag, propertyId, isOn }
    this.logger.error(fields, 'a contract has another state than this service has set; it is set again')
  }

  private async plan(flag: ContractFlag, isOn: boolean, session: ClientSession): Promise<void> {
    const n = flag.planned + 1
    const id = `${flag._id}:${n}:${newId()}`
    if (!(await this.flags.change(flag, planned(flag, id), session))) return
    await this.transactions.plan(session, {
      ...{ id, role: 'enforcer', to: flag.token, data: callOf(flag, isOn), kind: KINDS[flag.kind] },
      ref: { flag: flag._id, n, isOn: Number(isOn) },
    })
  }

  private async proof(settled: Confirmed, session: ClientSession) {
    const { flag, call } = await this.find(settled, session)
    const event = flag.kind === 'frozen' ? 'AddressFrozen' : call.isOn ? 'Paused' : 'Unpaused'
    return { contract: flag.token, event } as const
  }

  private async confirmed(settled: Confirmed, session: ClientSession): Promise<void> {
    const { flag, call } = await this.find(settled, session)
    await this.flags.change(flag, confirmed(flag, call, settled.receipt.blockNumber), session)
    const { userId, propertyId } = flag
    if (userId !== undefined) await this.freezes.hasten(userId, propertyId, session)
  }

  private async failed(failure: Refused, session: ClientSession): Promise<void> {
    const { flag, call } = await this.find(failure, session)
    const fields = { alarm: ALARMS[flag.kind], transaction: failure.id, reason: failure.reason }
    this.logger.error(fields, 'the chain refused to freeze, unfreeze, pause or unpause; it is retried')
    const after = new Date(this.wall.now().getTime() + this.pace.retryMs)
    await this.flags.change(flag, refused(flag, call, after), session)
  }

  private async takenBack(settled: Settled, session: ClientSession): Promise<void> {
    const { flag, call } = await this.find(settled, session)
    await this.flags.change(flag, takenBack(flag, call), session)
    const { userId, propertyId } = flag
    if (userId !== undefined) await this.freezes.reopen(userId, propertyId, session)
  }

  private async find({ id, ref }: Settled, session: ClientSession): Promise<{ flag: ContractFlag; call: FlagCall }> {
    const flag = await this.flags.byId(String(ref['flag']), session)
    if (!flag) throw new Error(`no flag ${ref['flag']}`)
    return { flag, call: { id, n: Number(ref['n']), isOn: ref['isOn'] === 1 } }
  }
}
