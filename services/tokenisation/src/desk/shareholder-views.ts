import { ApprovalStore, type Approval } from '@hissa/approvals'
import type { Actor } from '@hissa/audit'
import { GetResidence } from '@hissa/contracts/identity'
import type {
  FreezeView,
  ShareholderRow,
  ShareholderTokenView,
  ShareholderView,
  WalletScreeningView,
} from '@hissa/contracts/tokenisation'
import { isUnavailable, RpcClient } from '@hissa/messaging'
import { sumUnits } from '@hissa/money'
import { Injectable } from '@nestjs/common'
import { identityOf, isCustodial, type Account } from '../accounts/account.js'
import type { AccountAddress } from '../accounts/account-address.js'
import { AddressStore } from '../accounts/address.store.js'
import { ContractFlagStore, FreezeStore, isOn, type Freeze } from '../enforcement/enforcement.api.js'
import { AllotmentStore } from '../holdings/allotment.store.js'
import { MovementStore } from '../reconciliation/movement.store.js'
import { staffRelocationView, Relocations } from '../relocations/relocations.api.js'
import { refOf, type Token } from '../tokens/token.js'
import { TokenStore } from '../tokens/token.store.js'
import { DecisionViews } from './decision-views.js'
import { possibleActions, SHARE_ACTIONS, type Facts, type ShareProposal } from './share-action.js'
import { Shareholders } from './shareholders.js'

const MOST_RELOCATIONS = 20
const MOST_DECISIONS = 50

/** Composes what staff see of shareholders. */
@Injectable()
export class ShareholderViews {
  constructor(
    private readonly shareholders: Shareholders,
    private readonly decisions: DecisionViews,
    private readonly addresses: AddressStore,
    private readonly freezes: FreezeStore,
    private readonly flags: ContractFlagStore,
    private readonly relocations: Relocations,
    private readonly approvals: ApprovalStore,
    private readonly allotments: AllotmentStore,
    private readonly movements: MovementStore,
    private readonly tokens: TokenStore,
    private readonly rpc: RpcClient,
  ) {}

  /** Returns investors with an address, for a list, in the order of their ids. */
  async rows(userIds: readonly string[]): Promise<ShareholderRow[]> {
    const [facts, approvals] = await Promise.all([
      this.shareholders.factsOfAll(userIds),
      this.approvals.pendingOfSubjects(userIds, Object.values(SHARE_ACTIONS)),
    ])
    const addresses = await this.addresses.known([...facts.values()].map(({ account }) => account.address))
    return userIds.flatMap((userId) => {
      const found = facts.get(userId)
      if (!found) return []
      const pending = approvals.filter(({ subjectId }) => subjectId === userId).length
      return [rowOf(found, { pending, address: addresses.get(found.account.address) })]
    })
  }

  /** Returns everything about an investor with an address. */
  async one(facts: Facts, by: Actor): Promise<ShareholderView> {
    const { account, isSuspended } = facts
    const { _id: userId } = account
    const [freezes, relocations, decisions, addresses, country] = await Promise.all([
      this.freezes.ofUser(userId),
      this.relocations.ofUser(userId, MOST_RELOCATIONS),
      this.approvals.ofSubject(userId) as Promise<Approval<ShareProposal>[]>,
      this.addresses.ofUser(userId),
      this.countryOf(userId),
    ])
    const tokens = await this.tokensOf(account, addresses)
    const isOwn = userId === by.userId
    const waiting = decisions.filter(({ state }) => state === 'pending')
    const pending = new Set(waiting.map(({ proposal }) => proposal.action.type))
    const properties = tokens.map(({ property }) => property.propertyId)
    const mayPropose = !isOwn && by.roles.includes('compliance')
    const address = addresses.find(({ _id }) => _id === account.address)
    return {
      ...{ ...rowOf(facts, { pending: waiting.length, address }), identity: identityOf(account), tokens },
      ...{ ...(country && { country }), ...(isSuspended && { isSuspended }) },
      wallets: addresses.filter(isUsed).map(walletView),
      freezes: await this.freezeViews(freezes),
      relocations: relocations.map(staffRelocationView),
      decisions: await this.decisions.of(decisions.slice(0, MOST_DECISIONS)),
      actions: mayPropose ? possibleActions(facts, { properties, pending }) : [],
      ...(isOwn && { own: true as const }),
    }
  }

  private async countryOf(userId: string): Promise<string | undefined> {
    const residence = await this.rpc.ask(GetResidence, { userId }).catch((error: unknown) => {
      if (isUnavailable(error)) return undefined
      throw error
    })
    return residence?.ok ? (residence.value.country ?? undefined) : undefined
  }

  private async freezeViews(freezes: readonly Freeze[]): Promise<FreezeView[]> {
    const only = freezes.map(({ propertyId }) => propertyId).filter((id) => id !== undefined)
    const tokens = new Map((await this.tokens.byIds(only)).map((token) => [token._id, token]))
    return freezes.map(({ _id: freezeId, propertyId, state, frozenAt, liftedAt }) => {
      const token = propertyId === undefined ? undefined : tokens.get(propertyId)
      const ended = liftedAt ? { liftedAt: liftedAt.toISOString() } : {}
      return { freezeId, ...(token && { property: refOf(token) }), state, frozenAt: frozenAt.toISOString(), ...ended }
    })
  }

  /** Returns the tokens of which the investor has shares on the chain, at any of their addresses, or is allotted some. */
  private async tokensOf(account: Account, addresses: readonly AccountAddress[]): Promise<ShareholderTokenView[]> {
    const { _id: userId, address } = account
    const wallets = addresses.map(({ _id }) => _id)
    const [held, allotments, flags] = await Promise.all([
      this.movements.holdingsOf([...new Set([address, ...wallets])]),
      this.allotments.ofUser(userId),
      this.flags.ofUser(userId),
    ])
    const awaiting = allotments.filter(({ state }) => state === 'waiting' || state === 'minting')
    const ids = new Set([...held, ...awaiting].map(({ propertyId }) => propertyId))
    const tokens = (await this.tokens.byIds([...ids])).sort((a, b) => (a.title < b.title ? -1 : 1))
    return tokens.filter(isDeployed).map((token) => {
      const own = (rows: typeof held | typeof awaiting) => rows.filter(({ propertyId }) => propertyId === token._id)
      const isFrozen = flags.some((flag) => flag.propertyId === token._id && flag.wallet === address && flag.isOn)
      return {
        ...{ property: refOf(token), token: token.deployment.address, isFrozen },
        units: sumUnits(...own(held).map(({ units }) => units)),
        unitsAwaiting: sumUnits(...own(awaiting).map(({ units }) => units)),
      }
    })
  }
}

const isDeployed = (token: Token): token is Token & Required<Pick<Token, 'deployment'>> =>
  token.deployment !== undefined

type Used = AccountAddress & Pick<WalletScreeningView, 'state'>
const isUsed = (address: AccountAddress): address is Used =>
  address.kind === 'wallet' && (address.state === 'requested' || address.state === 'open')

const walletView = ({ _id: address, state, listedAt, screened }: Used): WalletScreeningView => ({
  ...{ address, state, ...(listedAt && { isListed: true as const }) },
  ...(screened && { screenedAt: screened.at.toISOString(), listDate: screened.listDate }),
})

interface Related {
  pending: number
  address: AccountAddress | undefined
}

const rowOf = ({ account, freezes, relocation }: Facts, { pending, address }: Related): ShareholderRow => ({
  ...{ userId: account._id, address: account.address, isCustodial: isCustodial(account) },
  ...{ isRegistered: account.state === 'registered', isFrozen: freezes.some(isOn) },
  ...(address?.listedAt && { isListed: true as const }),
  ...(relocation && { relocation: staffRelocationView(relocation) }),
  pending,
})
