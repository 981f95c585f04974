import { ok, refuse, NOT_FOUND, units, type Answer, type Input, type ErrorOf, type Result } from '@hissa/contracts'
import type {
  GetAccount,
  GetToken,
  ListTokenHolders,
  ListTokens,
  ListTokenTransfers,
  TokenModuleView,
  TokenView,
} from '@hissa/contracts/tokenisation'
import { defineCursor, pageOf } from '@hissa/kernel'
import { sumUnits, units as unitsOf } from '@hissa/money'
import { sourceHash } from '@hissa/token-suite'
import { Inject, Injectable } from '@nestjs/common'
import * as z from 'zod/mini'
import { AccountStore } from '../accounts/account.store.js'
import { CHAINS, limitsOf } from '../chain/chain.api.js'
import { TOKENISATION_CONFIG, type TokenisationConfig } from '../config.js'
import { AllotmentStore } from '../issuance/allotment.store.js'
import type { Movement } from '../reconciliation/movement.js'
import { MovementStore } from '../reconciliation/movement.store.js'
import { Suite } from '../suite/suite.js'
import { EXCLUDED_COUNTRIES } from '../suite/countries.js'
import { MOST_HOLDERS } from '../tokens/deploy-tokens.js'
import { stateOf, type Token } from '../tokens/token.js'
import { TokenStore } from '../tokens/token.store.js'

const tokensCursor = defineCursor('tokens', z.tuple([z.string(), z.string()]))
const transfersCursor = (propertyId: string) => defineCursor(`transfers.${propertyId}`, z.tuple([z.int(), z.int()]))
const holdersCursor = (propertyId: string) => defineCursor(`holders.${propertyId}`, z.tuple([units, z.string()]))

/** Reads tokens, their holders and movements, as everyone may see them, and an investor's own account. */
@Injectable()
export class ReadTokens {
  constructor(
    private readonly tokens: TokenStore,
    private readonly allotments: AllotmentStore,
    private readonly accounts: AccountStore,
    private readonly movements: MovementStore,
    private readonly suite: Suite,
    @Inject(TOKENISATION_CONFIG) private readonly config: TokenisationConfig,
  ) {}

  async list({ limit, cursor }: Input<typeof ListTokens>): Promise<Answer<typeof ListTokens>> {
    const position = tokensCursor.decode(cursor)
    if (!position.ok) return position
    const rows = await this.tokens.page(limit + 1, position.value)
    const { page, next } = pageOf(rows, limit, ({ title, _id }) => tokensCursor.encode([title, _id]))
    const tokens = await Promise.all(page.map((token) => this.viewOf(token)))
    return ok({ chain: this.chain(), tokens, count: await this.tokens.count(), ...next })
  }

  async one({ property }: Input<typeof GetToken>): Promise<Answer<typeof GetToken>> {
    const token = await this.find(property)
    return token.ok ? ok({ chain: this.chain(), token: await this.viewOf(token.value) }) : token
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
    const [account, allotments] = await Promise.all([this.accounts.of(userId), this.allotments.ofUser(userId)])
    const properties = [...new Set(allotments.map(({ propertyId }) => propertyId))]
    const tokens = await Promise.all(
      properties.map(async (propertyId) => {
        const token = await this.tokens.byId(propertyId)
        const own = allotments.filter((one) => one.propertyId === propertyId && !one.isReversed)
        const sum = (state: string) => sumUnits(...own.filter((one) => one.state === state).map((one) => one.units))
        const receipt = own.findLast(({ minted }) => minted)?.minted
        if (!token?.deployment || own.length === 0) return undefined
        const held = { units: sum('minted'), unitsAwaiting: sumUnits(sum('waiting'), sum('minting')) }
        return { property: refOf(token), token: token.deployment.address, ...held, ...(receipt && { receipt }) }
      }),
    )
    return ok({
      ...{ chain: this.chain(), isCustodial: true, ...(account && { account: account.address }) },
      tokens: tokens.filter((token) => token !== undefined),
    })
  }

  private async find(ref: string): Promise<Result<Token, ErrorOf<typeof NOT_FOUND>>> {
    const token = await this.tokens.byRef(ref)
    return token ? ok(token) : refuse(NOT_FOUND, `There is no token for the property ${ref}.`)
  }

  private chain() {
    const { CHAIN_ID: chainId } = this.config
    const { name, explorerUrl } = CHAINS[chainId]!
    return { chainId, name, explorerUrl, confirmations: limitsOf(this.config).confirmations }
  }

  private async viewOf(token: Token): Promise<TokenView> {
    const { addresses } = await this.suite.plan()
    const { _id: propertyId, symbol, unitsTotal, deployment, titleHash, titleRecordedAt, comparison } = token
    const [unitsMinted, unitsAwaiting, { holders }] = await Promise.all([
      this.allotments.unitsIn(propertyId, ['minted', 'burning']),
      this.allotments.unitsIn(propertyId, ['waiting', 'minting']),
      this.movements.counts(propertyId),
    ])
    return {
      ...{ property: refOf(token), state: stateOf(token), symbol, unitsTotal, unitsMinted, unitsAwaiting, holders },
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

  private transferOf({ kind, from, to, units, at, ...receipt }: Movement) {
    const { transactionHash, blockNumber, blockHash } = receipt
    const where = { chainId: this.config.CHAIN_ID, transactionHash, blockNumber, blockHash, at: at.toISOString() }
    return { kind, ...(from && { from }), ...(to && { to }), units, receipt: where }
  }
}

const refOf = ({ _id: propertyId, slug, title }: Token) => ({ propertyId, slug, title })

function modulesOf(
  { unitsTotal }: Token,
  addresses: Awaited<ReturnType<Suite['plan']>>['addresses'],
): TokenModuleView[] {
  return [
    { kind: 'country', address: addresses.countryModule, excluded: [...EXCLUDED_COUNTRIES] },
    { kind: 'balance_cap', address: addresses.balanceCapModule, most: unitsOf(unitsTotal) },
    { kind: 'holder_count', address: addresses.holderCountModule, most: MOST_HOLDERS },
    { kind: 'lock_up', address: addresses.lockUpModule },
  ]
}
