import { type Answer, type Input, NOT_FOUND, ok, refuse } from '@hissa/contracts'
import type {
  GetRegister,
  GetRegisterCash,
  GetRegisterProof,
  ListRegisters,
  ProvenCashView,
  ProvenEntryView,
  RegisterEntryView,
} from '@hissa/contracts/investment'
import { defineCursor, pageOf } from '@hissa/kernel'
import { inclusionPath } from '@hissa/merkle'
import { sum } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { POWERS } from './cash-entries.js'
import {
  cashHolderOf,
  cashSecretOf,
  entryLeaf,
  type CashEntry,
  type Leaf,
  pseudonymKey,
  pseudonymOf,
  type RegisterEntry,
} from './entry.js'
import { BLOCK, prefixed, type PublishedRegister, type Register, registerView } from './register.js'
import { type EntryRow, RegisterStore } from './register.store.js'

const REGISTERS_CURSOR = defineCursor('registers', z.tuple([z.int()]))
/** A page of entries continues at a position, and only in its own register. */
const entriesCursor = (list: 'entries' | 'cash' | 'own-entries', sequence: number) =>
  defineCursor(`register.${sequence}.${list}`, z.tuple([z.int().check(z.nonnegative())]))

/** What a proof in a register needs. */
type Hashed = Pick<Register, 'sequence' | 'blocks'>

/** Reads published registers. */
@Injectable()
export class ReadRegister {
  private readonly key: Buffer

  constructor(
    private readonly registers: RegisterStore,
    @Inject(CONFIG) config: InvestmentConfig,
  ) {
    this.key = pseudonymKey(config.INVESTMENT_MASTER_KEY)
  }

  async list({ limit, cursor }: Input<typeof ListRegisters>): Promise<Answer<typeof ListRegisters>> {
    const before = REGISTERS_CURSOR.decode(cursor)
    if (!before.ok) return before
    const rows = await this.registers.list(limit + 1, before.value?.[0])
    const { page, next } = pageOf(rows, limit, ({ sequence }) => REGISTERS_CURSOR.encode([sequence]))
    return ok({ registers: page.map(registerView), count: page.length, ...next })
  }

  async get({ sequence, limit, cursor }: Input<typeof GetRegister>): Promise<Answer<typeof GetRegister>> {
    const position = entriesCursor('entries', sequence)
    const from = position.decode(cursor)
    if (!from.ok) return from
    const register = await this.registers.published(sequence)
    if (!register) return noRegister()
    const start = from.value?.[0] ?? 0
    const rows = await this.part<Leaf>(register, start, sharesOf(register), limit + 1)
    const { page, next } = pageOf(rows, limit, ({ index }) => position.encode([index + 1]))
    return ok({ register: registerView(register), entries: page.filter(isHolding).map(entryView), ...next })
  }

  async getCash({ sequence, limit, cursor }: Input<typeof GetRegisterCash>): Promise<Answer<typeof GetRegisterCash>> {
    const position = entriesCursor('cash', sequence)
    const from = position.decode(cursor)
    if (!from.ok) return from
    const register = await this.registers.published(sequence)
    if (!register) return noRegister()
    const start = Math.max(from.value?.[0] ?? 0, sharesOf(register))
    const end = sharesOf(register) + (register.books?.cashEntries ?? 0)
    const rows = await this.part<CashEntry>(register, start, end, limit + 1)
    const { page, next } = pageOf(rows, limit, ({ index }) => position.encode([index + 1]))
    const entries = page.map(({ index, holder, amountFils }) => ({ index, holder, amountFils }))
    return ok({ register: registerView(register), entries, ...next })
  }

  /** Returns the caller's entries, and on the first page the caller's cash, with their proofs. */
  async prove(
    { sequence, limit, cursor }: Input<typeof GetRegisterProof>,
    userId: string,
  ): Promise<Answer<typeof GetRegisterProof>> {
    const position = entriesCursor('own-entries', sequence)
    const from = position.decode(cursor)
    if (!from.ok) return from
    const register = await this.registers.published(sequence)
    if (!register) return noRegister()
    const holder = pseudonymOf(this.key, sequence, userId)
    const rows = await this.registers.ofHolder(sequence, holder, from.value?.[0] ?? 0, limit + 1)
    const { page, next } = pageOf(rows, limit, ({ index }) => position.encode([index + 1]))
    const { blocks } = (await this.registers.find(sequence))!
    const entries: ProvenEntryView[] = []
    for (const entry of page) entries.push({ ...entryView(entry), ...(await this.proof(entry, { sequence, blocks })) })
    const isFirst = register.books && cursor === undefined
    const cash = isFirst ? { cash: await this.ownCash({ sequence, blocks }, userId) } : {}
    return ok({ register: registerView(register), entries, ...cash, ...next })
  }

  /** Returns a user's entry of a property in the newest published register; undefined if it has none. */
  async newestEntry(userId: string, propertyId: string) {
    const [register] = await this.registers.list(1)
    if (!register) return undefined
    const { sequence } = register
    const entry = await this.registers.entryOf(sequence, propertyId, pseudonymOf(this.key, sequence, userId))
    return entry && { register, entry }
  }

  /** Returns the holding at a position of a published register with its proof; undefined if there is none. */
  async entry(sequence: number, index: number) {
    const register = await this.registers.published(sequence)
    const [entry] = register ? await this.part<Leaf>(register, index, sharesOf(register), 1) : []
    if (!register || entry?.index !== index || !isHolding(entry)) return undefined
    const { blocks } = (await this.registers.find(sequence))!
    const proof = await this.proof(entry, { sequence, blocks })
    return { register: registerView(register), entry: { ...entryView(entry), ...proof } }
  }

  /** Reads leaves from a position to before `end`, which belong to one part of the register. */
  private async part<L extends Leaf>({ sequence }: PublishedRegister, from: number, end: number, limit: number) {
    const most = Math.min(limit, end - from)
    return most > 0 ? this.registers.page<L>(sequence, from, most) : []
  }

  private async ownCash({ sequence, blocks }: Hashed, userId: string): Promise<ProvenCashView> {
    const secrets = new Map(
      POWERS.map((power) => {
        const secret = cashSecretOf(this.key, { sequence, power, userId })
        return [cashHolderOf(secret, userId), secret]
      }),
    )
    const rows = await this.registers.cashOf(sequence, [...secrets.keys()])
    const entries = rows.map(async (row) => {
      const { index, holder, amountFils } = row
      return {
        index,
        holder,
        amountFils,
        secret: secrets.get(holder)!,
        ...(await this.proof(row, { sequence, blocks })),
      }
    })
    return { userId, amountFils: sum(...rows.map(({ amountFils }) => amountFils)), entries: await Promise.all(entries) }
  }

  /** Reads the entry's block: its path in the block continues with the path of the block. */
  private async proof(row: EntryRow & { index: number }, { sequence, blocks }: Hashed) {
    const block = Math.floor(row.index / BLOCK)
    const leaves = (await this.registers.page(sequence, block * BLOCK, BLOCK)).map(entryLeaf)
    const roots = blocks.map((root) => Buffer.from(root, 'hex'))
    const path = [...inclusionPath(leaves, row.index % BLOCK), ...inclusionPath(roots, block)]
    return { leaf: prefixed(entryLeaf(row)), proof: path.map(prefixed) }
  }
}

/** Returns how many leaves, the first ones, are holdings. */
const sharesOf = ({ books, treeSize }: PublishedRegister): number => books?.shareEntries ?? treeSize

/** Where totals were withheld because they don't count the leaves, leaves of cash may be among the holdings. */
const isHolding = <L extends EntryRow>(leaf: L): leaf is L & EntryRow<RegisterEntry> => 'units' in leaf

const entryView = ({ index, ...entry }: EntryRow<RegisterEntry> & { index: number }): RegisterEntryView => ({
  ...{ index, propertyId: entry.propertyId, account: entry.account, holder: entry.holder, units: entry.units },
})

const noRegister = () => refuse(NOT_FOUND, 'There is no such register.')
