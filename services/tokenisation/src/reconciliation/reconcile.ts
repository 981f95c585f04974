import type { EventData } from '@hissa/contracts'
import { ListHolders } from '@hissa/contracts/investment'
import { DifferenceFound, DifferenceResolved } from '@hissa/contracts/tokenisation'
import { CLOCK, LOGGER, newId, type Clock, type Logger } from '@hissa/kernel'
import { newEvent, Outbox, RpcClient } from '@hissa/messaging'
import type { Units } from '@hissa/money'
import { MONGO, transaction, type ClientSession, type Connection } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import { AddressStore } from '../accounts/address.store.js'
import { CHAIN_NODE, type ChainNode } from '../chain/chain.api.js'
import { AllotmentStore } from '../holdings/allotment.store.js'
import { mapAtMost } from '../for-each.js'
import { isRecent, PACE, WALL_CLOCK, type Pace } from '../pace.js'
import type { Comparison, Token } from '../tokens/token.js'
import { TokenStore } from '../tokens/token.store.js'
import { byInvestor, compare, expectedOnChain, expectedOnRegister, total, type Disagreement } from './compare.js'
import { MovementStore } from './movement.store.js'
import { isDeployed, ReadChain, type Deployed } from './read-chain.js'
import { supplyAt } from './supply.js'
import { Transfers } from './transfers.js'

const PAGE = 500
/** Tokens that are read at the same time: their questions to the node travel together. */
const AT_ONCE = 8

/** Compares, for each token, the confirmed chain with this service's holdings, and those with the share register. */
@Injectable()
export class Reconcile {
  /** What was compared last, by property. */
  private readonly compared = new Map<string, { content: string; at: Date }>()
  /** When all events were last read again, by property. */
  private readonly rechecked = new Map<string, Date>()

  constructor(
    private readonly tokens: TokenStore,
    private readonly allotments: AllotmentStore,
    private readonly addresses: AddressStore,
    private readonly transfers: Transfers,
    private readonly movements: MovementStore,
    private readonly readChain: ReadChain,
    private readonly rpc: RpcClient,
    private readonly outbox: Outbox,
    @Inject(CHAIN_NODE) private readonly node: ChainNode,
    @Inject(MONGO) private readonly connection: Connection,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(PACE) private readonly pace: Pace,
  ) {}

  /**
   * Compares every deployed token whose holdings or movements have changed, and the others once in a while. One that
   * can't be compared doesn't delay the others: the first error is thrown after all of them.
   */
  async run(): Promise<void> {
    const errors: unknown[] = []
    const tokens = (await this.tokens.titled()).filter(isDeployed)
    if (tokens.length === 0) return
    const revisionOf = await this.revisions(tokens.map(({ _id }) => _id))
    await mapAtMost(AT_ONCE, tokens, (token) =>
      this.compareIfDue(token, revisionOf(token._id)).catch((error: unknown) => void errors.push(error)),
    )
    if (errors.length > 0) throw errors[0]
  }

  /** Identifies the holdings of each property, without reading all of them. The register’s changes arrive as events about allotments. */
  private async revisions(propertyIds: readonly string[]): Promise<(propertyId: string) => string> {
    const read = [this.allotments.revisions(propertyIds), this.transfers.revisions(propertyIds)] as const
    const [allotments, transfers] = await Promise.all(read)
    return (propertyId) => `${allotments.get(propertyId) ?? 0} ${transfers.get(propertyId) ?? 0}`
  }

  /** @param revision of the holdings, read before the rest: what changes in between has the token compared again */
  private async compareIfDue(token: Deployed, revision: string): Promise<void> {
    const blockNumber = await this.readChain.upTo(token)
    if (blockNumber === undefined || (await this.hadFalseMovements(token))) return
    const content = `${revision} ${(await this.movements.newest(token._id))?._id ?? ''}`
    const last = this.compared.get(token._id)
    const isSettled = token.suspicion === undefined && token.differenceId === undefined
    const isSame = last?.content === content && isRecent(last.at, this.pace.compareUnchangedMs, this.wall)
    if (isSettled && isSame) return
    const at = this.wall.now()
    await this.compare(token, blockNumber)
    this.compared.set(token._id, { content, at })
  }

  /**
   * Reads all events of a token again before it is halted, and while it is. If the node had omitted some, the token is
   * compared when they have been stored.
   */
  private async hadFalseMovements({ _id: propertyId, suspicion, differenceId }: Deployed): Promise<boolean> {
    if (suspicion === undefined && differenceId === undefined) return false
    const token = await this.tokens.byId(propertyId)
    if (!token || !isDeployed(token) || !(token.differenceId !== undefined || this.hasLasted(token.suspicion)))
      return false
    if (isRecent(this.rechecked.get(propertyId), this.pace.recheckMs, this.wall)) return false
    const isSame = await this.readChain.recheck(token)
    this.rechecked.set(propertyId, this.wall.now())
    if (!isSame) this.logger.warn({ propertyId }, 'the node had omitted or invented events; reading all of them again')
    return !isSame
  }

  private hasLasted(suspicion: Token['suspicion']): boolean {
    return suspicion !== undefined && this.wall.now().getTime() - suspicion.since.getTime() >= this.pace.lastsMs
  }

  private async compare({ _id: propertyId, deployment }: Deployed, blockNumber: number): Promise<void> {
    // The register is read first: what it gains after that reaches the holdings later, never the other way round.
    const registered = await this.register(propertyId)
    const [issued, allotted, transfers, balances] = await Promise.all([
      this.allotments.issuedBy(propertyId, blockNumber),
      this.allotments.allottedTo(propertyId),
      this.transfers.ofProperty(propertyId),
      this.movements.balancesOf(propertyId),
    ])
    const chain = byInvestor(balances, await this.addresses.known([...balances.keys()]))
    const expected = expectedOnChain(issued, transfers, blockNumber)
    const supply = await supplyAt(this.node, deployment.address, blockNumber)
    const found =
      compare('chain', chain, expected) ??
      (supply === total(chain) ? undefined : this.supplyDiffers(supply, total(chain))) ??
      compare('register', registered, expectedOnRegister(allotted, transfers))
    const unitsOnRegister = total(expected)
    const checked = { blockNumber, unitsOnChain: total(chain), unitsOnRegister, checkedAt: this.clock.now() }
    await transaction(this.connection, (session) => this.record(propertyId, checked, found, session))
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
      const set = { suspicion: { content, since: this.wall.now() } }
      return void (await this.tokens.change(token, { set }, session))
    }
    if (!this.hasLasted(suspicion)) return
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
