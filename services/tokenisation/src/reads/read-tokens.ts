import { ok, refuse, NOT_FOUND, units, type Answer, type Input, type ErrorOf, type Result } from '@hissa/contracts'
import type {
  GetAccount,
  GetToken,
  ListTokenHolders,
  ListTokens,
  ListTokenTransfers,
  OwnFreezeView,
  TokenModuleView,
  TokenView,
} from '@hissa/contracts/tokenisation'
import { defineCursor, pageOf } from '@hissa/kernel'
import { units as unitsOf } from '@hissa/money'
import { sourceHash } from '@hissa/token-suite'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { isCustodial } from '../accounts/account.js'
import { AccountStore } from '../accounts/account.store.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { AllotmentStore } from '../holdings/allotment.store.js'
import { ContractFlagStore, FreezeStore, type Freeze } from '../enforcement/enforcement.api.js'
import type { Movement } from '../reconciliation/movement.js'
import { MovementStore } from '../reconciliation/movement.store.js'
import { Relocations, relocationView } from '../relocations/relocations.api.js'
import { Suite } from '../suite/suite.js'
import { EXCLUDED_COUNTRIES } from '../suite/countries.js'
import { MOST_HOLDERS } from '../tokens/deploy-tokens.js'
import { refOf, stateOf, type Token } from '../tokens/token.js'
import { TokenStore } from '../tokens/token.store.js'
import { TransferStore } from '../holdings/transfer.store.js'
import { unitsOfInvestor } from '../holdings/units-at.js'
import { chainView } from './chain-view.js'

const NONE = unitsOf(0)
const tokensCursor = defineCursor('tokens', z.tuple([z.string(), z.string()]))
const transfersCursor = (propertyId: string) => defineCursor(`transfers.${propertyId}`, z.tuple([z.int(), z.int()]))
const holdersCursor = (propertyId: string) => defineCursor(`holders.${propertyId}`, z.tuple([units, z.string()]))

/** Reads tokens, their holders and movements, as everyone may see them, and an investor's own account. */
@Injectable()
export class ReadTokens {
  constructor(
    private readonly tokens: TokenStore,
    private readonly allotments: AllotmentStore,
    private readonly shareTransfers: TransferStore,
    private readonly accounts: AccountStore,
    private readonly movements: MovementStore,
    private readonly suite: Suite,
    private readonly relocations: Relocations,
    private readonly freezes: FreezeStore,
    private readonly flags: ContractFlagStore,
    @Inject(TOKENISATION_CONFIG) private readonly config: TokenisationConfig,
  ) {}

  async list({ limit, cursor }: Input<typeof ListTokens>): Promise<Answer<typeof ListTokens>> {
    const position = tokensCursor.decode(cursor)
    if (!position.ok) return position
    const rows = await this.tokens.page(limit + 1, position.value)
    const { page, next } = pageOf(rows, limit, ({ title, _id }) => tokensCursor.encode([title, _id]))
    const [tokens, count] = await Promise.all([this.viewsOf(page), this.tokens.count()])
    return ok({ chain: this.chain(), tokens, count, ...next })
  }

  async one({ property }: Input<typeof GetToken>): Promise<Answer<typeof GetToken>> {
    const token = await this.find(property)
    if (!token.ok) return token
    const [view] = await this.viewsOf([token.value])
    return ok({ chain: this.chain(), token: view! })
  }

  async transfers(input: Input<typeof ListTokenTransfers>): Promise<Answer<typeof ListTokenTransfers>> {
    const { property, limit, cursor } = input
    const token = await this.find(property)
    if (!token.ok) return token
    const propertyId = token.value._id
    const place = transfersCursor(propertyId)
    const position = place.decode(cursor)
    if (!position.ok) return position
    const rows = await this.movements.movementsPage(propertyId, limit + 1, position.value)
    const { page, next } = pageOf(rows, limit, (last) => place.encode([last.blockNumber, last.logIndex]))
    const { movements: count } = await this.movements.counts(propertyId)
    return ok({ transfers: page.map((movement) => this.transferOf(movement)), count, ...next })
  }

  async holders(input: Input<typeof ListTokenHolders>): Promise<Answer<typeof ListTokenHolders>> {
    const { property, limit, cursor } = input
    const token = await this.find(property)
    if (!token.ok) return token
    const propertyId = token.value._id
    const place = holdersCursor(propertyId)
    const position = place.decode(cursor)
    if (!position.ok) return position
    const rows = await this.movements.holdersPage(propertyId, limit + 1, position.value)
    const { page, next } = pageOf(rows, limit, (last) => place.encode([last.units, last._id]))
    const { holders: count } = await this.movements.counts(propertyId)
    return ok({ holders: page.map(({ account, units }) => ({ account, units })), count, ...next })
  }

  async account(userId: string): Promise<Answer<typeof GetAccount>> {
    const [account, allotments, transfers, [latest], freezes, paused] = await Promise.all([
      this.accounts.of(userId),
      this.allotments.ofUser(userId),
      this.shareTransfers.ofInvestor(userId),
      this.relocations.ofUser(userId, 1),
      this.freezes.on([userId]),
      this.flags.paused(),
    ])
    const properties = [...new Set([...allotments, ...transfers].map(({ propertyId }) => propertyId))]
    const only = freezes.flatMap(({ propertyId }) => propertyId ?? [])
    const known = await this.tokens.byIds([...new Set([...properties, ...only])])
    const tokenOf = new Map(known.map((token) => [token._id, token]))
    const tokens = properties.map((propertyId) => {
      const token = tokenOf.get(propertyId)
      const allotted = allotments.filter((one) => one.propertyId === propertyId)
      const moved = transfers.filter((one) => one.propertyId === propertyId)
      const held = unitsOfInvestor(userId, allotted, moved)
      if (!token?.deployment || held.units + held.unitsAwaiting === 0) return undefined
      const received = moved.findLast((one) => one.toUserId === userId && one.receipt)?.receipt
      const receipt = allotted.findLast(({ minted, isReversed }) => minted && !isReversed)?.minted ?? received
      return { property: refOf(token), token: token.deployment.address, ...held, ...(receipt && { receipt }) }
    })
    const own = tokens.filter((token) => token !== undefined)
    const isPaused = own.filter(({ property }) => paused.has(property.propertyId)).map(({ property }) => property)
    return ok({
      ...{ chain: this.chain(), ...(account && { account: account.address }) },
      ...{ isCustodial: !account || isCustodial(account), isFrozen: freezes.length > 0 },
      freezes: [
        ...freezesOf(freezes, tokenOf),
        ...isPaused.map((property) => ({ kind: 'token_paused' as const, property })),
      ],
      ...(latest && { relocation: relocationView(latest) }),
      tokens: own,
    })
  }

  private async find(ref: string): Promise<Result<Token, ErrorOf<typeof NOT_FOUND>>> {
    const token = await this.tokens.byRef(ref)
    return token ? ok(token) : refuse(NOT_FOUND, `There is no token for the property ${ref}.`)
  }

  private chain() {
    return chainView(this.config)
  }

  /** Returns what everyone may see of tokens, with as many operations of the store for many as for one. */
  private async viewsOf(tokens: readonly Token[]): Promise<TokenView[]> {
    const ids = tokens.map(({ _id }) => _id)
    const [{ addresses }, units, holders] = await Promise.all([
      this.suite.plan(),
      this.allotments.unitsByProperty(ids),
      this.movements.holdersOf(ids),
    ])
    return tokens.map((token) => {
      const { minted, awaiting } = units.get(token._id) ?? { minted: NONE, awaiting: NONE }
      const held = { unitsMinted: minted, unitsAwaiting: awaiting, holders: holders.get(token._id) ?? 0 }
      return viewOf(token, held, addresses)
    })
  }

  private transferOf({ kind, from, to, units, at, ...receipt }: Movement) {
    const { transactionHash, blockNumber, blockHash } = receipt
    const where = { chainId: this.config.CHAIN_ID, transactionHash, blockNumber, blockHash, at: at.toISOString() }
    return { kind, ...(from && { from }), ...(to && { to }), units, receipt: where }
  }
}

/** Returns what an investor sees of the freezes of their shares: one of all shares includes the others. Pure. */
function freezesOf(freezes: readonly Freeze[], tokens: ReadonlyMap<string, Token>): OwnFreezeView[] {
  if (freezes.some(({ propertyId }) => propertyId === undefined)) return [{ kind: 'account' }]
  return freezes.flatMap(({ propertyId }) => {
    const token = tokens.get(propertyId!)
    return token ? [{ kind: 'property' as const, property: refOf(token) }] : []
  })
}

function viewOf(
  token: Token,
  held: Pick<TokenView, 'unitsMinted' | 'unitsAwaiting' | 'holders'>,
  addresses: Awaited<ReturnType<Suite['plan']>>['addresses'],
): TokenView {
  const { symbol, unitsTotal, deployment, titleHash, titleRecordedAt, comparison } = token
  return {
    ...{ property: refOf(token), state: stateOf(token), symbol, unitsTotal, ...held },
    ...(deployment?.receipt && {
      ...{ address: deployment.address, compliance: deployment.compliance, deployment: deployment.receipt },
      identityRegistry: addresses.identityRegistry,
    }),
    ...(titleHash && titleRecordedAt && { titleHash, titleRecordedAt: titleRecordedAt.toISOString() }),
    modules: deployment?.receipt ? modulesOf(token, addresses) : [],
    sourceHash: `0x${sourceHash}`,
    ...(comparison && { reconciliation: { ...comparison, checkedAt: comparison.checkedAt.toISOString() } }),
  }
}

function modulesOf(
  { unitsTotal, lockUp }: Token,
  addresses: Awaited<ReturnType<Suite['plan']>>['addresses'],
): TokenModuleView[] {
  return [
    { kind: 'country', address: addresses.countryModule, excluded: [...EXCLUDED_COUNTRIES] },
    { kind: 'balance_cap', address: addresses.balanceCapModule, most: unitsOf(unitsTotal) },
    { kind: 'holder_count', address: addresses.holderCountModule, most: MOST_HOLDERS },
    { kind: 'lock_up', address: addresses.lockUpModule, ...(lockUp?.isClosed && { isClosed: true }) },
  ]
}
