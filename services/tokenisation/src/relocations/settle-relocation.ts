import { AccountAssigned, SharesRelocated } from '@hissa/contracts/tokenisation'
import { CLOCK, follow, LOGGER, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import type { Address } from 'viem'
import { isCustodial, type Account } from '../accounts/account.js'
import { AccountStore } from '../accounts/account.store.js'
import { AddressStore } from '../accounts/address.store.js'
import type { Confirmed, Refused, Settled } from '../chain/chain.api.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { Suite } from '../suite/suite.js'
import { TokenStore } from '../tokens/token.store.js'
import { RelocationStore } from './relocation.store.js'
import { RELOCATION_TRANSITIONS, type Relocation, type RelocationStep } from './relocation.js'

const EVENTS = {
  register: 'IdentityRegistered',
  country: 'CountryUpdated',
  move: 'Transfer',
  close: 'IdentityRemoved',
} as const

/** What is known only while there is something to plan. */
const WORK = ['isWorking', 'after', 'refusal'] as const

/** Records the results of a relocation's steps, and ends it when everything is moved. */
@Injectable()
export class SettleRelocation {
  constructor(
    private readonly relocations: RelocationStore,
    private readonly accounts: AccountStore,
    private readonly addresses: AddressStore,
    private readonly tokens: TokenStore,
    private readonly suite: Suite,
    private readonly outbox: Outbox,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(TOKENISATION_CONFIG) private readonly config: TokenisationConfig,
  ) {}

  /** Returns what proves that a step has had its effect. */
  async proof(settled: Confirmed, session: ClientSession) {
    const { kind, propertyId } = stepOf(settled)
    const token = propertyId !== undefined && (await this.tokens.byId(propertyId, session))?.deployment?.address
    const contract = token || (await this.suite.plan()).addresses.identityRegistry
    return { contract, event: EVENTS[kind] }
  }

  async confirmed(settled: Confirmed, session: ClientSession): Promise<void> {
    const relocation = await this.read(settled, session)
    const set = { steps: withStep(relocation, { ...stepOf(settled), receipt: settled.receipt }) }
    await this.change(relocation, { set, unset: ['refusal'] }, session)
  }

  /** What is still missing on the chain is planned again after a while. */
  async failed(failure: Refused, session: ClientSession): Promise<void> {
    const { id, reason } = failure
    const relocation = await this.read(failure, session)
    const fields = { alarm: 'RELOCATION_REFUSED', relocationId: relocation._id, transaction: id, reason }
    this.logger.error(fields, 'the chain refused a step of a relocation; it is retried')
    const [at, steps] = [this.wall.now(), relocation.steps.filter((step) => step.id !== id)]
    const refusal = { reason: reason.code, at, count: (relocation.refusal?.count ?? 0) + 1 }
    const after = new Date(at.getTime() + this.pace.retryMs)
    await this.change(relocation, { set: { steps, after, refusal } }, session)
  }

  /** The step is on its way again. Also a relocation that has ended waits for it, and both addresses may hold shares. */
  async takenBack(settled: Settled, session: ClientSession): Promise<void> {
    const relocation = await this.read(settled, session)
    const { userId, state, from, to } = relocation
    const set = { steps: withStep(relocation, stepOf(settled)), isWorking: true } as const
    await this.change(relocation, { set }, session)
    if (state === 'moving') return
    await this.addresses.open(from, session)
    await this.addresses.open(to, session)
    const account = await this.accounts.of(userId, session)
    const move = { relocationId: relocation._id, from: account!.address }
    await this.accounts.beginMove(userId, move, session)
  }

  /** Ends a relocation that has nothing left to do on the chain. */
  async finish(relocation: Relocation): Promise<void> {
    await transaction(this.connection, (session) =>
      relocation.state === 'moving' ? this.complete(relocation, session) : this.settleAgain(relocation, session),
    )
  }

  private async complete(relocation: Relocation, session: ClientSession): Promise<void> {
    const { _id: relocationId, userId, from, to } = relocation
    const next = follow(RELOCATION_TRANSITIONS, relocation.state, 'complete')
    if (!next.ok) return
    const set = { state: next.value, endedAt: this.clock.now() }
    const ended = await this.relocations.change(relocation, { set, unset: ['isOpen', ...WORK] }, session)
    if (!ended) return
    await this.accounts.endMove(userId, { relocationId, to }, session)
    await this.close(userId, from, session)
    await this.publish(ended, (await this.accounts.of(userId, session))!, session)
  }

  /** What a reorganisation had undone of an ended relocation is done again, or what a cancelled one had done is undone. */
  private async settleAgain(relocation: Relocation, session: ClientSession): Promise<void> {
    const { _id: relocationId, userId, from, to } = relocation
    if (!(await this.relocations.change(relocation, { unset: WORK }, session))) return
    await this.accounts.endMove(userId, { relocationId }, session)
    const { address } = (await this.accounts.of(userId, session))!
    for (const end of [from, to]) if (end !== address) await this.close(userId, end, session)
  }

  /** An address that a recovery has emptied is lost, also after a later settlement of another relocation. */
  private async close(userId: string, address: Address, session: ClientSession): Promise<void> {
    const isLost = await this.relocations.hasRecovered(userId, address, session)
    await this.addresses.close(address, isLost ? 'lost' : 'closed', session)
  }

  private async publish(relocation: Relocation, account: Account, session: ClientSession): Promise<void> {
    const { _id: relocationId, userId, kind } = relocation
    const { address, version } = account
    const place = { userId, address, isCustodial: isCustodial(account) }
    const time = this.clock.now()
    const assigned = { ...place, chainId: this.config.CHAIN_ID, version }
    await this.outbox.append(session, newEvent(AccountAssigned, { aggregateId: userId, version, data: assigned, time }))
    const moved = { ...place, relocationId, kind, version: relocation.version }
    const event = { aggregateId: relocationId, version: relocation.version, data: moved, time }
    await this.outbox.append(session, newEvent(SharesRelocated, event))
  }

  private async change(
    relocation: Relocation,
    change: Parameters<RelocationStore['change']>[1],
    session: ClientSession,
  ): Promise<void> {
    if (!(await this.relocations.change(relocation, change, session)))
      throw new Error(`the relocation ${relocation._id} changed while a step was settled`)
  }

  private async read({ ref }: Pick<Settled, 'ref'>, session: ClientSession): Promise<Relocation> {
    const relocation = await this.relocations.byId(String(ref['relocationId']), session)
    if (!relocation) throw new Error(`no relocation ${ref['relocationId']}`)
    return relocation
  }
}

function stepOf({ id, ref }: Pick<Settled, 'id' | 'ref'>): RelocationStep {
  const { step, propertyId } = ref
  return {
    ...{ id, kind: step as RelocationStep['kind'] },
    ...(propertyId !== undefined && { propertyId: String(propertyId) }),
  }
}

/** Returns the steps with one replaced, or added if it was removed after a refusal. */
function withStep({ steps }: Relocation, changed: RelocationStep): RelocationStep[] {
  const others = steps.some(({ id }) => id === changed.id)
  return others ? steps.map((step) => (step.id === changed.id ? changed : step)) : [...steps, changed]
}
