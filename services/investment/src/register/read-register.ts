import { type Answer, type Input, NOT_FOUND, ok, refuse } from '@hissa/contracts'
import type {
  GetRegister,
  GetRegisterProof,
  ListRegisters,
  ProvenEntryView,
  RegisterEntryView,
} from '@hissa/contracts/investment'
import { defineCursor, pageOf } from '@hissa/kernel'
import { inclusionPath } from '@hissa/merkle'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { entryLeaf, pseudonymKey, pseudonymOf } from './entry.js'
import { BLOCK, prefixed, type Register, registerView } from './register.js'
import { type EntryRow, RegisterStore } from './register.store.js'

const REGISTERS_CURSOR = defineCursor('registers', z.tuple([z.int()]))
/** A page of entries continues at a position, and only in its own register. */
const entriesCursor = (list: 'entries' | 'own-entries', sequence: number) =>
  defineCursor(`register.${sequence}.${list}`, z.tuple([z.int().check(z.nonnegative())]))

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
    const rows = await this.registers.page(sequence, from.value?.[0] ?? 0, limit + 1)
    const { page, next } = pageOf(rows, limit, ({ index }) => position.encode([index + 1]))
    return ok({ register: registerView(register), entries: page.map(entryView), ...next })
  }

  /** Returns the caller's entries with their proofs. */
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
    const { blocks } = page.length > 0 ? (await this.registers.find(sequence))! : { blocks: [] }
    const entries: ProvenEntryView[] = []
    for (const entry of page) entries.push(await this.proven(entry, { sequence, blocks }))
    return ok({ register: registerView(register), entries, ...next })
  }

  /** Returns a user's entry of a property in the newest published register; undefined if it has none. */
  async newestEntry(userId: string, propertyId: string) {
    const [register] = await this.registers.list(1)
    if (!register) return undefined
    const { sequence } = register
    const entry = await this.registers.entryOf(sequence, propertyId, pseudonymOf(this.key, sequence, userId))
    return entry && { register, entry }
  }

  /** Returns an entry of a published register with its proof; undefined if there is none. */
  async entry(sequence: number, index: number) {
    const register = await this.registers.published(sequence)
    const [entry] = register ? await this.registers.page(sequence, index, 1) : []
    if (!register || entry?.index !== index) return undefined
    const { blocks } = (await this.registers.find(sequence))!
    return { register: registerView(register), entry: await this.proven(entry, { sequence, blocks }) }
  }

  /** Reads the entry's block: its path in the block continues with the path of the block. */
  private async proven(
    entry: EntryRow & { index: number },
    { sequence, blocks }: Pick<Register, 'sequence' | 'blocks'>,
  ): Promise<ProvenEntryView> {
    const block = Math.floor(entry.index / BLOCK)
    const leaves = (await this.registers.page(sequence, block * BLOCK, BLOCK)).map(entryLeaf)
    const roots = blocks.map((root) => Buffer.from(root, 'hex'))
    const path = [...inclusionPath(leaves, entry.index % BLOCK), ...inclusionPath(roots, block)]
    return { ...entryView(entry), leaf: prefixed(entryLeaf(entry)), proof: path.map(prefixed) }
  }
}

const entryView = ({ index, propertyId, account, holder, units }: EntryRow & { index: number }): RegisterEntryView => ({
  ...{ index, propertyId, account, holder, units },
})

const noRegister = () => refuse(NOT_FOUND, 'There is no such register.')
