import type { Clock } from '@hissa/kernel'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type { Address } from 'viem'
import { identityOf, type Account } from '../accounts/account.js'
import { AccountStore } from '../accounts/account.store.js'
import {
  BlockFollower,
  CHAIN_NODE,
  MOST_DEPENDENCIES,
  NodeFault,
  Transactions,
  type ChainNode,
} from '../chain/chain.api.js'
import type { Allotment } from '../holdings/allotment.js'
import { AllotmentStore } from '../holdings/allotment.store.js'
import { forEach, mapAtMost } from '../for-each.js'
import { WALL_CLOCK } from '../pace.js'
import { MovementStore } from '../reconciliation/movement.store.js'
import { isDeployed, ReadChain } from '../reconciliation/read-chain.js'
import { Transfers } from '../reconciliation/transfers.js'
import { followUpOf } from '../suite/effects.js'
import { Suite } from '../suite/suite.js'
import { TokenStore } from '../tokens/token.store.js'
import { balanceAt, countryAt, identityAt } from './holdings-on-chain.js'
import {
  closePlan,
  countryPlan,
  movePlan,
  nextOf,
  registerPlan,
  RELOCATION_KIND,
  type Facts,
  type Holding,
} from './plan-step.js'
import { RelocationStore } from './relocation.store.js'
import type { Relocation } from './relocation.js'
import { SettleRelocation } from './settle-relocation.js'

/** Mints that one move waits for, beside its registration. With more, it waits until a reorganisation can't remove them. */
const MOST_MINTS = MOST_DEPENDENCIES - 2
/** Balances that are read from the node at the same time. */
const READS_AT_ONCE = 10

type StepPlan = ReturnType<typeof registerPlan>

/**
 * Carries out relocations: registers the new wallet, moves each token, and deletes the registration of the old wallet.
 * Each step follows from what the confirmed chain says, so the process may end anywhere, and a step that a reorganisation
 * has undone is done again. Of a cancelled one it undoes what has been done.
 */
@Injectable()
export class MoveShares implements OnModuleInit {
  constructor(
    private readonly relocations: RelocationStore,
    private readonly accounts: AccountStore,
    private readonly allotments: AllotmentStore,
    private readonly transfers: Transfers,
    private readonly tokens: TokenStore,
    private readonly suite: Suite,
    private readonly settle: SettleRelocation,
    private readonly transactions: Transactions,
    private readonly readChain: ReadChain,
    private readonly movements: MovementStore,
    private readonly follower: BlockFollower,
    @Inject(CHAIN_NODE) private readonly node: ChainNode,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  onModuleInit(): void {
    this.transactions.register(
      followUpOf({
        kind: RELOCATION_KIND,
        proof: (settled, session) => this.settle.proof(settled, session),
        confirmed: (settled, session) => this.settle.confirmed(settled, session),
        failed: (failure, session) => this.settle.failed(failure, session),
        takenBack: (settled, session) => this.settle.takenBack(settled, session),
      }),
    )
  }

  /** Plans the next steps. One relocation that can't go on doesn't delay the others: the first error is thrown at the end. */
  async advance(): Promise<void> {
    await forEach(await this.relocations.working(this.wall.now()), (relocation) => this.next(relocation))
  }

  private async next(relocation: Relocation): Promise<void> {
    if (relocation.steps.some(({ receipt }) => receipt === undefined)) return
    const account = await this.accounts.of(relocation.userId)
    if (account?.state !== 'registered') return
    if (account.moving !== relocation._id) return this.takeTurn(relocation, account)
    const allotments = await this.allotments.ofUser(relocation.userId)
    const facts = await this.factsOf(relocation, account, allotments)
    if (!facts) return
    const next = nextOf(facts)
    if (!next) return this.settle.finish(relocation)
    if (next.kind === 'register') return this.plan(relocation, [registerPlan(relocation, facts)])
    if (next.kind === 'country') return this.plan(relocation, [countryPlan(relocation, facts)])
    if (next.kind === 'close') return this.plan(relocation, [closePlan(relocation, facts)])
    const moves = await Promise.all(next.holdings.map((holding) => this.move(relocation, facts, holding, allotments)))
    return this.plan(
      relocation,
      moves.filter((move) => move !== undefined),
    )
  }

  /** A relocation that a reorganisation has undone in part continues after the one that moves the shares now. */
  private async takeTurn({ _id: relocationId, userId }: Relocation, { address: from, moving }: Account): Promise<void> {
    if (moving !== undefined) return
    await transaction(this.connection, (session) => this.accounts.beginMove(userId, { relocationId, from }, session))
  }

  /** Returns what the chain says, or undefined while earlier transactions of the investor are in progress. */
  private async factsOf(
    relocation: Relocation,
    account: Account,
    allotments: readonly Allotment[],
  ): Promise<Facts | undefined> {
    const { userId, steps } = relocation
    const isBusy = allotments.some((one) => one.state === 'minting' || one.state === 'burning')
    if (isBusy || (await this.transfers.isInProgress(userId))) return undefined
    const blocks = [...allotments.flatMap(({ minted, burned }) => [minted, burned]), ...steps.map((one) => one.receipt)]
    const highest = Math.max(await this.transfers.highestBlock(userId), ...blocks.map((one) => one?.blockNumber ?? 0))
    const { number: blockNumber } = await this.follower.confirmedBlock()
    if (blockNumber < highest || !(await this.haveRead(highest))) return undefined
    const at = { node: this.node, blockNumber }
    const registry = (await this.suite.plan()).addresses.identityRegistry
    const identity = identityOf(account)
    const { from, to } = endsOf(relocation, account)
    const [fromIdentity, toIdentity, fromCountry, toCountry, identityCountry, left] = await Promise.all([
      identityAt(at, registry, from),
      identityAt(at, registry, to),
      countryAt(at, registry, from),
      countryAt(at, registry, to),
      countryAt(at, registry, identity),
      this.leftAt(at, from),
    ])
    const country = fromIdentity === identity ? fromCountry : identityCountry
    return { registry, identity, from, to, fromIdentity, toIdentity, country, toCountry, left }
  }

  /** Copies the movements of all tokens up to a block, at least. Returns whether they are. */
  private async haveRead(blockNumber: number): Promise<boolean> {
    const behind = (await this.tokens.titled()).filter(({ scanned }) => (scanned?.number ?? -1) < blockNumber)
    for (const token of behind)
      if (isDeployed(token) && ((await this.readChain.upTo(token)) ?? -1) < blockNumber) return false
    return true
  }

  /** Returns what is left at an address. Throws NodeFault if that is nothing, but the movements of a token say otherwise. */
  private async leftAt(at: { node: ChainNode; blockNumber: number }, from: Address): Promise<Holding[]> {
    const deployed = (await this.tokens.titled()).filter(({ deployment }) => deployment?.receipt)
    const holdings = await mapAtMost(READS_AT_ONCE, deployed, async ({ _id: propertyId, deployment }) => {
      const { address: token, receipt } = deployment!
      const balance = receipt!.blockNumber > at.blockNumber ? 0n : await balanceAt(at, token, from)
      return { propertyId, token, balance }
    })
    const left = holdings.filter(({ balance }) => balance > 0n)
    const moved = await this.movements.holdingsOf([from])
    if (!moved.every((one) => left.some(({ propertyId }) => propertyId === one.propertyId)))
      throw new NodeFault('FALSE_BALANCE', 'the node denies shares that the movements of a token brought to an address')
    return left
  }

  private async move(relocation: Relocation, facts: Facts, holding: Holding, allotments: readonly Allotment[]) {
    const own = allotments.filter(({ propertyId }) => propertyId === holding.propertyId)
    const mints = await this.transactions.removable(own.map(({ transaction: id }) => id))
    return mints.length > MOST_MINTS ? undefined : movePlan(relocation, facts, holding, mints)
  }

  private async plan(relocation: Relocation, plans: readonly StepPlan[]): Promise<void> {
    if (plans.length === 0) return
    await transaction(this.connection, (session) => this.save(relocation, plans, session))
  }

  private async save(relocation: Relocation, plans: readonly StepPlan[], session: ClientSession): Promise<void> {
    const added = plans.map(({ id, ref: { step: kind, propertyId } }) => ({
      ...{ id, kind, ...(propertyId !== undefined && { propertyId }) },
    }))
    const change = { set: { steps: [...relocation.steps, ...added] }, unset: ['after'] as const }
    if (!(await this.relocations.change(relocation, change, session))) return
    for (const plan of plans) await this.transactions.plan(session, plan)
  }
}

/**
 * Returns from where to where shares have to move now. What a reorganisation brought back follows the others to where they
 * are by now, and what a cancelled relocation has moved returns there.
 */
function endsOf({ state, from, to }: Relocation, { address }: Account): Pick<Relocation, 'from' | 'to'> {
  if (state === 'cancelled') return { from: to, to: address }
  return { from, to: state === 'completed' ? address : to }
}
