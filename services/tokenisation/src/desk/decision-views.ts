import type { Approval } from '@hissa/approvals'
import type { ShareDecisionView } from '@hissa/contracts/tokenisation'
import { Injectable } from '@nestjs/common'
import { AddressStore } from '../accounts/address.store.js'
import { MovementStore } from '../reconciliation/movement.store.js'
import { TokenStore } from '../tokens/token.store.js'
import { decisionView, evidenceFor, type Facts, type ShareProposal } from './share-action.js'
import { scopeOf, type Held } from './share-scope.js'
import { Shareholders } from './shareholders.js'

type Proposed = Approval<ShareProposal>

/** Composes what staff see of proposals: of pending ones also what they are about, and whether they still stand. */
@Injectable()
export class DecisionViews {
  constructor(
    private readonly shareholders: Shareholders,
    private readonly addresses: AddressStore,
    private readonly movements: MovementStore,
    private readonly tokens: TokenStore,
  ) {}

  async of(approvals: readonly Proposed[]): Promise<ShareDecisionView[]> {
    const pending = approvals.filter(({ state }) => state === 'pending')
    const userIds = [...new Set(pending.map(({ proposal }) => proposal.userId))]
    const [factsOf, held] = await Promise.all([this.shareholders.factsOfAll(userIds), this.heldBy(userIds)])
    const tokens = await this.tokensOf(pending, [...factsOf.values()], held)
    return approvals.map((approval) => {
      const { userId, action } = approval.proposal
      const facts = approval.state === 'pending' ? factsOf.get(userId) : undefined
      if (!facts) return decisionView(approval)
      const isStale = evidenceFor(action, facts) !== approval.evidence
      const scope = scopeOf(action, facts, { held: held.filter((row) => row.userId === userId), tokens })
      return decisionView(approval, { scope, ...(isStale && { isStale }) })
    })
  }

  /** Returns the shares on the chain of each investor, at any of their addresses. */
  private async heldBy(userIds: readonly string[]): Promise<(Held & { userId: string })[]> {
    const addresses = await this.addresses.ofUsers(userIds)
    const owners = new Map(addresses.map(({ _id, userId }) => [_id, userId]))
    const held = await this.movements.holdingsOf([...owners.keys()])
    return held.map(({ account, propertyId, units }) => ({ userId: owners.get(account)!, propertyId, units }))
  }

  private async tokensOf(pending: readonly Proposed[], facts: readonly Facts[], held: readonly Held[]) {
    const named = pending.map(({ proposal: { action } }) => (action.type === 'freeze' ? action.propertyId : undefined))
    const frozen = facts.flatMap(({ freezes }) => freezes.map(({ propertyId }) => propertyId))
    const ids = [...named, ...frozen, ...held.map(({ propertyId }) => propertyId)]
    const tokens = await this.tokens.byIds([...new Set(ids.filter((id) => id !== undefined))])
    return new Map(tokens.map((token) => [token._id, token]))
  }
}
