import { isDeepStrictEqual } from 'node:util'
import { RegisterPublished } from '@hissa/contracts/investment'
import { CLOCK, Deadlines, LOGGER, type Clock, type Logger, type Sweep } from '@hissa/kernel'
import { type Change, Committer, type StoredBalance } from '@hissa/ledger'
import { rootOf } from '@hissa/merkle'
import { newEvent, outboxRow } from '@hissa/messaging'
import { sum, units } from '@hissa/money'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { accounts, CLIENT_MONEY } from '../accounts.js'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { OrderStore } from '../orders/orders.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { RaiseStore } from '../raises/raises.api.js'
import { AccountStore } from './account.store.js'
import { addAccounts } from './cash-entries.js'
import { entryLeaf, pseudonymKey, pseudonymOf, type RegisterEntry } from './entry.js'
import {
  BLOCK,
  type Collected,
  hasItsLeaves,
  midnightAfter,
  midnightBefore,
  newRegister,
  prefixed,
  type Register,
  REGISTERS,
} from './register.js'
import { RegisterStore } from './register.store.js'

/** How long one sweep works on a register before the other sweeps run. */
const SLICE_MS = 2_000
/** Accounts that are read before their entries are stored. */
const CHUNK = 256

/**
 * Publishes the register of every day at midnight in Dubai, from the first midnight after the first allotment. It states
 * the holdings and cash of the ledger as of that midnight, however late it is computed. Days on which the service did not run have no register.
 * The work is done in chunks; any replica continues where another one stopped, and all compute the same.
 */
@Injectable()
export class PublishRegister implements Sweep, OnModuleInit {
  readonly name = 'investment-publish-register'
  private readonly key: Buffer

  constructor(
    private readonly ledger: Committer,
    private readonly registers: RegisterStore,
    private readonly chain: AccountStore,
    private readonly raises: RaiseStore,
    private readonly orders: OrderStore,
    private readonly deadlines: Deadlines,
    @Inject(CONFIG) config: InvestmentConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.key = pseudonymKey(config.INVESTMENT_MASTER_KEY)
  }

  onModuleInit(): void {
    this.deadlines.register(this)
  }

  async nextDueAt(): Promise<Date | null> {
    const latest = await this.registers.latest()
    if (latest) return latest.state === 'published' ? midnightAfter(latest.asOf) : latest.asOf
    const first = await this.orders.firstAllottedAt()
    return first ? midnightAfter(first) : null
  }

  async sweep(now: Date): Promise<boolean> {
    const dueAt = await this.nextDueAt()
    // The state of a moment is known once it has passed.
    if (!dueAt || dueAt >= now) return false
    await this.begin(now)
    const untilMs = this.wall.now().getTime() + SLICE_MS
    do {
      const register = (await this.registers.latest())!
      if (register.state === 'published') return false
      if (register.state === 'collecting') await this.collect(register)
      else if (!(await this.hash(register))) await this.publish(register)
    } while (this.wall.now().getTime() < untilMs)
    return true
  }

  /** Begins the next register, unless one is unfinished. */
  private async begin(now: Date): Promise<void> {
    const latest = await this.registers.latest()
    if (latest && latest.state !== 'published') return
    const asOf = midnightBefore(now)
    const ledgerSeq = await this.ledger.seqAt({ at: asOf })
    await this.registers.begin(newRegister((latest?.sequence ?? 0) + 1, asOf, ledgerSeq))
  }

  /** Stores the next chunk of holdings or, after the last one, of cash. */
  private async collect(register: Register): Promise<void> {
    const { books, collected, ledgerSeq, sequence } = register
    if (collected.isCash) return this.collectCash(register)
    const isInside = collected.after !== undefined
    const propertyId = isInside ? collected.propertyId : await this.raises.idAfter(collected.propertyId)
    if (propertyId === undefined)
      return books ? this.collectCash(register) : this.registers.endCollection(register, { entries: [] })
    const prefix = accounts.unitsHeld(propertyId, '')
    const balances = await this.chunkOf(prefix, ledgerSeq, collected.after)
    const held = balances.flatMap(({ id, balance: { creditsPosted, debitsPosted } }) => {
      const userId = id.slice(prefix.length)
      return creditsPosted > debitsPosted ? [{ userId, units: units(creditsPosted - debitsPosted) }] : []
    })
    const addresses = await this.chain.of(held.map(({ userId }) => userId))
    const entries = held.map(({ userId, units }): RegisterEntry => {
      const holder = pseudonymOf(this.key, sequence, userId)
      return { propertyId, account: addresses.get(userId) ?? null, holder, units }
    })
    const last = balances.length === CHUNK ? { after: balances.at(-1)!.id } : {}
    const to: Collected = { propertyId, ...last }
    const counted = books && { ...books, shareEntries: books.shareEntries + entries.length }
    await this.registers.collect(register, { entries, books: counted }, to)
  }

  /** Stores the next chunk of the accounts of client money, of which those of investors have entries. */
  private async collectCash(register: Register): Promise<void> {
    const { books, collected, ledgerSeq } = register
    const after = collected.isCash ? collected.after : undefined
    const balances = await this.chunkOf(CLIENT_MONEY, ledgerSeq, after)
    const chunk = addAccounts(this.key, books!, balances)
    if (balances.length < CHUNK) return this.registers.endCollection(register, chunk)
    const to: Collected = { propertyId: collected.propertyId, isCash: true, after: balances.at(-1)!.id }
    await this.registers.collect(register, chunk, to)
  }

  private async chunkOf(prefix: string, seq: number, after: string | undefined): Promise<StoredBalance[]> {
    const balances = []
    for await (const balance of this.ledger.balancesAt(prefix, { seq }, after)) {
      balances.push(balance)
      if (balances.length === CHUNK) break
    }
    return balances
  }

  /** Hashes the next block of leaves. Returns false if there is none. */
  private async hash(register: Register): Promise<boolean> {
    const block = await this.registers.unhashed(register, BLOCK)
    if (block.length === 0) return false
    await this.registers.addBlock(register, block, rootOf(block.map(entryLeaf)).toString('hex'))
    return true
  }

  /**
   * Publishes the root in the commit that makes the register readable. Its anchor is for good, so a register whose totals
   * are not those of its leaves is collected again: a replica of an earlier release, which counts neither, took a part.
   */
  private async publish(register: Register): Promise<void> {
    if (!(await this.isWhole(register))) {
      const { sequence, treeSize, books } = register
      this.logger.error({ sequence, treeSize, books }, 'the totals of a register are not those of its leaves')
      return this.registers.restart(register)
    }
    const outcome = await this.ledger.commit(this.change(register))
    if (!outcome.ok && outcome.reason !== 'STALE' && outcome.reason !== 'KEY_REUSED')
      throw new Error(`register ${register.sequence} was not published: ${outcome.reason}`)
  }

  /** Returns whether the totals, if there are any, count all leaves, are the last one of them, and balance. */
  private async isWhole(register: Register): Promise<boolean> {
    const { books, sequence, treeSize } = register
    if (!books) return true
    if (!hasItsLeaves(register)) return false
    const [last] = await this.registers.page(sequence, treeSize - 1, 1)
    const { heldFils, missingFils, investorsFils, otherFils } = books
    const isBalanced = sum(heldFils, missingFils) === sum(investorsFils, otherFils)
    return isBalanced && last !== undefined && 'books' in last && isDeepStrictEqual(last.books, books)
  }

  private change({ _id, sequence, asOf, ledgerSeq, treeSize, blocks, version }: Register): Change {
    const root = rootOf(blocks.map((block) => Buffer.from(block, 'hex')))
    const publishedAt = this.clock.now()
    const data = {
      ...{ sequence, treeSize, ledgerSeq, version: sequence },
      root: prefixed(root),
      asOf: asOf.toISOString(),
    }
    const about = { aggregateId: _id, version: sequence, data, time: publishedAt, eventId: this.ids.next() }
    const set = { state: 'published', root: root.toString('hex'), publishedAt }
    return {
      key: `${_id}:publish`,
      inputHash: set.root,
      transfers: [],
      saves: [{ collection: REGISTERS, id: _id, version, set }],
      events: [{ row: outboxRow(newEvent(RegisterPublished, about)) }],
    }
  }
}
