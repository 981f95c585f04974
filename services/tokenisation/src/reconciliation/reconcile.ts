import type { EventData } from '@hissa/contracts'
import { ListHolders } from '@hissa/contracts/investment'
import { DifferenceFound, DifferenceResolved } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox, RpcClient } from '@hissa/messaging'
import type { Units } from '@hissa/money'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { CHAIN_NODE, type ChainNode, type SettledReceipt } from '../chain/chain.api.js'
import { AllotmentStore } from '../issuance/allotment.store.js'
import { PACE, type Pace } from '../pace.js'
import type { Comparison, Token } from '../tokens/token.js'
import { TokenStore } from '../tokens/token.store.js'
import { compare, expectedOnChain, expectedOnRegister, total, type Disagreement } from './compare.js'
import { MovementStore } from './movement.store.js'
import { ReadChain } from './read-chain.js'
import { supplyAt } from './supply.js'

const PAGE = 500

type Deployed = Token & { deployment: { receipt: SettledReceipt } }
const isDeployed = (token: Token): token is Deployed => token.deployment?.receipt !== undefined

/** Compares, for each token, the confirmed chain with this service's holdings, and those with the share register. */
@Injectable()
export class Reconcile {
  /** What was compared last, by property. */
  private readonly compared = new Map<string, { content: string; atMs: number }>()

  constructor(
    private readonly tokens: TokenStore,
    private readonly allotments: AllotmentStore,
    private readonly movements: MovementStore,
    private readonly readChain: ReadChain,
    private readonly rpc: RpcClient,
    private readonly outbox: Outbox,
    @Inject(CHAIN_NODE) private readonly node: ChainNode,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
  ) {}

  /**
   * Compares every deployed token whose holdings or movements have changed, and the others once in a while. One that
   * can't be compared doesn't delay the others: the first error is thrown after all of them.
   */
  async run(): Promise<void> {
    const errors: unknown[] = []
    for (const token of await this.tokens.titled())
      if (isDeployed(token)) await this.compareIfDue(token).catch((error: unknown) => void errors.push(error))
    if (errors.length > 0) throw errors[0]
  }

  private async compareIfDue(token: Deployed): Promise<void> {
    const blockNumber = await this.readChain.upTo(token)
    if (blockNumber === undefined) return
    const content = await this.contentOf(token)
    const last = this.compared.get(token._id)
    const isSettled = token.suspicion === undefined && token.differenceId === undefined
    const isRecent = last !== undefined && performance.now() - last.atMs < this.pace.compareUnchangedMs
    if (isSettled && isRecent && last.content === content) return
    await this.compare(token)
    this.compared.set(token._id, { content, atMs: performance.now() })
  }

  /** Identifies what is compared, without reading all of it. The register’s changes arrive as events about allotments. */
  private async contentOf({ _id }: Token): Promise<string> {
    const [revision, newest] = await Promise.all([this.allotments.revision(_id), this.movements.newest(_id)])
    return `${revision} ${newest?._id ?? ''}`
  }

  private async compare(token: Deployed): Promise<void> {
    // The register is read first: what it gains meanwhile reaches the holdings later, never the other way round.
    const registered = await this.register(token._id)
    const blockNumber = await this.readChain.upTo((await this.tokens.byId(token._id)) as Deployed)
    if (blockNumber === undefined) return
    const allotments = await this.allotments.ofProperty(token._id)
    const chain = await this.movements.balancesOf(token._id)
    const expected = expectedOnChain(allotments, blockNumber)
    const supply = await supplyAt(this.node, token.deployment.address, blockNumber)
    const found =
      compare('chain', chain, expected) ??
      (supply === total(chain) ? undefined : this.supplyDiffers(supply, total(chain))) ??
      compare('register', registered, expectedOnRegister(allotments))
    const unitsOnRegister = total(expected)
    const checked = { blockNumber, unitsOnChain: total(chain), unitsOnRegister, checkedAt: this.clock.now() }
    await transaction(this.connection, (session) => this.record(token._id, checked, found, session))
  }

  private supplyDiffers(unitsThere: Units, unitsHere: Units): Disagreement {
    return { with: 'chain', unitsDifference: unitsThere - unitsHere, holders: 0, unitsThere, unitsHere }
  }

  private async register(propertyId: string): Promise<Map<string, number>> {
    const held = new Map<string, number>()
    let cursor: string | undefined
    do {
      const page = await this.rpc.call(ListHolders, { propertyId, limit: PAGE, ...(cursor && { cursor }) })
      for (const { userId, units } of page.holders) held.set(userId, units)
      cursor = page.cursor
    } while (cursor !== undefined)
    return held
  }

  private async record(
    propertyId: string,
    checked: Omit<Comparison, 'state'>,
    found: Disagreement | undefined,
    session: ClientSession,
  ): Promise<void> {
    const token = await this.tokens.byId(propertyId, session)
    if (!token) return
    if (!found) return this.agree(token, { ...checked, state: 'agrees' }, session)
    const content = JSON.stringify(found)
    const { suspicion } = token
    if (token.differenceId !== undefined)
      return void (await this.tokens.change(token, { set: { comparison: { ...checked, state: 'differs' } } }, session))
    if (suspicion?.content !== content) {
      const set = { suspicion: { content, since: new Date() } }
      return void (await this.tokens.change(token, { set }, session))
    }
    if (Date.now() - suspicion.since.getTime() < this.pace.lastsMs) return
    await this.halt(token, { ...checked, state: 'differs' }, found, session)
  }

  private async agree(token: Token, comparison: Comparison, session: ClientSession): Promise<void> {
    const { differenceId } = token
    await this.tokens.change(token, { set: { comparison }, unset: ['suspicion', 'differenceId'] }, session)
    if (differenceId === undefined) return
    this.logger.info({ propertyId: token._id, differenceId }, 'chain and register agree again')
    const none = { unitsDifference: 0, holders: 0 }
    await this.publish(
      DifferenceResolved,
      token,
      { differenceId, ...none, blockNumber: comparison.blockNumber },
      session,
    )
  }

  private async halt(token: Token, comparison: Comparison, found: Disagreement, session: ClientSession): Promise<void> {
    const differenceId = newId()
    await this.tokens.change(token, { set: { comparison, differenceId }, unset: ['suspicion'] }, session)
    const fields = { propertyId: token._id, differenceId, ...found }
    this.logger.error({ alarm: 'REGISTER_DIFFERS', ...fields }, 'chain and register disagree; minting is halted')
    const { blockNumber } = comparison
    const data = { differenceId, unitsDifference: found.unitsDifference, holders: found.holders, blockNumber }
    await this.publish(DifferenceFound, token, data, session)
  }

  private async publish(
    contract: typeof DifferenceFound,
    { _id: propertyId, version }: Token,
    data: Omit<EventData<typeof DifferenceFound>, 'propertyId' | 'version'>,
    session: ClientSession,
  ): Promise<void> {
    const event = { aggregateId: propertyId, version: version + 1, time: this.clock.now() }
    const content = { ...event, data: { ...data, propertyId, version: version + 1 } }
    await this.outbox.append(session, newEvent(contract, content))
  }
}
