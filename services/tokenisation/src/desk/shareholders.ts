import { NOT_FOUND, ok, refuse, type ErrorOf, type Result } from '@hissa/contracts'
import { CONFLICT_OF_INTEREST } from '@hissa/contracts/investment'
import type { ShareAction } from '@hissa/contracts/tokenisation'
import type { ClientSession } from '@hissa/persistence'
import { Injectable } from '@nestjs/common'
import type { Account } from '../accounts/account.js'
import { AccountStore } from '../accounts/account.store.js'
import { FreezeStore } from '../enforcement/enforcement.api.js'
import { notPossible, Relocations, type NotPossible } from '../relocations/relocations.api.js'
import { TokenStore } from '../tokens/token.store.js'
import { StatusStore } from '../wallets/status.store.js'
import { obstacleOf, type Facts } from './share-action.js'

/** Reads what decisions about shareholders rest on. */
@Injectable()
export class Shareholders {
  constructor(
    private readonly accounts: AccountStore,
    private readonly freezes: FreezeStore,
    private readonly relocations: Relocations,
    private readonly tokens: TokenStore,
    private readonly statuses: StatusStore,
  ) {}

  /** Returns what is true of an investor with an address now. Errors: NOT_FOUND. */
  async factsOf(userId: string, session?: ClientSession): Promise<Result<Facts, ErrorOf<typeof NOT_FOUND>>> {
    const account = await this.accounts.of(userId, session)
    if (!account) return noShareholder()
    const freezes = (await this.freezes.ofUser(userId, session)).filter(({ state }) => state !== 'lifted')
    const relocation = await this.relocations.openOf(userId, session)
    const isInFlight = relocation !== null && (await this.relocations.inFlight([relocation], session)).size > 0
    const isSuspended = await this.statuses.isSuspended(userId, session)
    return ok({ account, freezes, relocation, isInFlight, isSuspended })
  }

  /** Returns the same of each of these investors who has an address, for a list. */
  async factsOfAll(userIds: readonly string[]): Promise<Map<string, Facts>> {
    const [accounts, freezes, relocations, suspended] = await Promise.all([
      this.accounts.among(userIds),
      this.freezes.on(userIds),
      this.relocations.openAmong(userIds),
      this.statuses.suspendedAmong(userIds),
    ])
    const open = new Map(relocations.map((relocation) => [relocation.userId, relocation]))
    const inFlight = await this.relocations.inFlight(relocations)
    const factsOf = (account: Account): Facts => {
      const of = account._id
      const relocation = open.get(of) ?? null
      const own = { freezes: freezes.filter(({ userId }) => userId === of), relocation }
      const isInFlight = relocation !== null && inFlight.has(relocation._id)
      return { account, ...own, isInFlight, isSuspended: suspended.has(of) }
    }
    return new Map(accounts.map((account) => [account._id, factsOf(account)]))
  }

  /** Checks an action. Errors: NOT_FOUND for another's request or an unknown property, SHARE_ACTION_NOT_POSSIBLE. */
  async check(
    action: ShareAction,
    facts: Facts,
    session: ClientSession,
  ): Promise<Result<Facts, ErrorOf<typeof NOT_FOUND> | NotPossible>> {
    if (action.type === 'freeze' && action.propertyId !== undefined)
      if (!(await this.tokens.byId(action.propertyId, session)))
        return refuse(NOT_FOUND, 'There is no token for this property.')
    if (action.type === 'move') {
      const request = await this.relocations.byId(action.relocationId, session)
      if (request?.userId !== facts.account._id) return refuse(NOT_FOUND, 'There is no such request of this investor.')
    }
    const why = obstacleOf(action, facts)
    return why ? notPossible(why) : ok(facts)
  }
}

const noShareholder = () => refuse(NOT_FOUND, 'There is no such shareholder.')

/** Returns the refusal to decide about the caller's own shares. */
export const ownShares = () =>
  refuse(CONFLICT_OF_INTEREST, 'This is about your own shares. Two other people have to decide it.')
