import type { Clock } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import type { Address } from 'viem'
import { AccountStore } from '../accounts/account.store.js'
import type { Account } from '../accounts/account.js'
import { AddressStore } from '../accounts/address.store.js'
import { AllotmentStore } from '../holdings/allotment.store.js'
import type { Allotment } from '../holdings/allotment.js'
import { PACE, WALL_CLOCK, type Pace } from '../pace.js'
import { MovementStore } from '../reconciliation/movement.store.js'
import { TokenStore } from '../tokens/token.store.js'
import { flagId, isSettled as isFlagSettled, type ContractFlag } from './contract-flag.js'
import { ContractFlagStore } from './contract-flag.store.js'
import { forEach } from '../for-each.js'
import { covers, isFrozenBy, progressed, type Freeze } from './freeze.js'
import { FreezeStore } from './freeze.store.js'
import { SetContractFlags } from './set-contract-flags.js'

/** Investors that are looked at in one pass. */
const BATCH = 100

/** An investor's address and a token that has to know whether it is frozen. */
interface Place {
  propertyId: string
  token: Address
  wallet: Address
}

interface Investor {
  account: Account
  freezes: readonly Freeze[]
  flags: ReadonlyMap<string, ContractFlag>
  allotments: readonly Allotment[]
}

/**
 * Carries freezes to the chain: an investor's address is frozen in each token to which one of their freezes applies, also
 * at another address and for a token that comes later, and no other address of theirs.
 */
@Injectable()
export class ApplyFreezes {
  constructor(
    private readonly freezes: FreezeStore,
    private readonly flags: ContractFlagStore,
    private readonly set: SetContractFlags,
    private readonly accounts: AccountStore,
    private readonly addresses: AddressStore,
    private readonly allotments: AllotmentStore,
    private readonly movements: MovementStore,
    private readonly tokens: TokenStore,
    @Inject(PACE) private readonly pace: Pace,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  /** Plans what the chain lacks for the investors whose freezes are due. */
  async advance(): Promise<void> {
    await forEach(await this.freezes.due(BATCH, this.wall.now()), (userId) => this.apply(userId))
  }

  private async apply(userId: string): Promise<void> {
    const freezes = (await this.freezes.ofUser(userId)).filter(({ state }) => state !== 'lifted')
    let isSettled: ((freeze: Freeze) => boolean) | undefined
    try {
      const investor = await this.investor(userId, freezes)
      const left = await this.leftOf(investor)
      const isMoving = investor.account.moving !== undefined
      isSettled = (freeze) => !isMoving && !left.some((propertyId) => covers(freeze, propertyId))
    } finally {
      // Also after an error, so that one investor doesn't take the turn of others.
      await forEach(freezes, (freeze) => this.progress(freeze, isSettled?.(freeze)))
    }
  }

  private async investor(userId: string, freezes: readonly Freeze[]): Promise<Investor> {
    const account = await this.accounts.of(userId)
    if (!account) throw new Error(`an investor without an account is frozen: ${userId}`)
    const [flags, allotments] = await Promise.all([this.flags.ofUser(userId), this.allotments.ofUser(userId)])
    return { account, freezes, flags: new Map(flags.map((flag) => [flag._id, flag])), allotments }
  }

  /** Plans what is missing, and returns the properties for which the chain isn't known to be as it must be. */
  private async leftOf(investor: Investor): Promise<string[]> {
    const left: string[] = []
    await forEach(await this.places(investor), async (place) => {
      if (!(await this.ensure(place, investor))) left.push(place.propertyId)
    })
    return left
  }

  /** Has one token as it must be for one address. Returns whether the chain is known to have it so. */
  private async ensure({ propertyId, token, wallet }: Place, investor: Investor): Promise<boolean> {
    const { account, freezes, flags } = investor
    const isCurrent = wallet === account.address
    // What a move has frozen at its other end is read once the account is there; `ClearTargets` does what a move needs.
    if (!isCurrent && account.moving !== undefined) return false
    const wanted = isCurrent && isFrozenBy(freezes, propertyId)
    const _id = flagId(propertyId, wallet)
    if (wanted && flags.get(_id)?.isOn !== true && this.isMinting(propertyId, investor)) return false
    const subject = { _id, kind: 'frozen' as const, propertyId, token, userId: account._id, wallet }
    return isFlagSettled(await this.set.ensure(subject, wanted, account.version), wanted)
  }

  /**
   * Returns whether shares are being minted, so that the freeze waits for them: the contract would refuse the whole batch,
   * with the shares of others. It doesn't wait for long.
   */
  private isMinting(propertyId: string, { freezes, allotments }: Investor): boolean {
    const now = this.wall.now()
    const mayWait = freezes.some((freeze) => covers(freeze, propertyId) && freeze.mintsUntil > now)
    return mayWait && allotments.some((one) => one.propertyId === propertyId && one.state === 'minting')
  }

  /** Returns every address of the investor with each token that must know it. */
  private async places({ account, freezes, flags, allotments }: Investor): Promise<Place[]> {
    const wallets = (await this.addresses.ofUser(account._id)).map(({ _id }) => _id)
    const held = await this.movements.holdingsOf([account.address, ...wallets])
    const own = allotments.filter(({ state }) => state !== 'withdrawn' && state !== 'burned')
    const properties = [
      ...own.map(({ propertyId }) => propertyId),
      ...held.map(({ propertyId }) => propertyId),
      ...freezes.flatMap(({ propertyId }) => propertyId ?? []),
    ]
    const current = [...new Set(properties)]
      .filter((propertyId) => freezes.some((freeze) => covers(freeze, propertyId)))
      .map((propertyId) => ({ propertyId, wallet: account.address }))
    const earlier = [...flags.values()].map(({ propertyId, wallet }) => ({ propertyId, wallet: wallet! }))
    const places = new Map([...current, ...earlier].map((one) => [flagId(one.propertyId, one.wallet), one]))
    const found = await Promise.all([...places.values()].map((place) => this.deployed(place)))
    return found.filter((place) => place !== undefined)
  }

  /** A token that is not deployed holds no shares. */
  private async deployed(place: Omit<Place, 'token'>): Promise<Place | undefined> {
    const deployment = (await this.tokens.byId(place.propertyId))?.deployment
    return deployment?.receipt && { ...place, token: deployment.address }
  }

  /** Without `isDone`, because of an error, only the next look is postponed. */
  private async progress(freeze: Freeze, isDone: boolean | undefined): Promise<void> {
    const state = isDone === undefined ? freeze.state : progressed(freeze, isDone)
    if (state === 'lifted')
      return void (await this.freezes.change(freeze, { set: { state }, unset: ['dueAt', 'waitingSince'] }))
    const now = this.wall.now().getTime()
    const dueAt = new Date(now + (isDone ? this.pace.compareUnchangedMs : this.pace.workMs))
    const isWaiting = state !== 'frozen'
    const since = isWaiting ? { waitingSince: freeze.waitingSince ?? new Date(now) } : {}
    const unset = isWaiting ? [] : (['waitingSince'] as const)
    await this.freezes.change(freeze, { set: { state, dueAt, ...since }, unset })
  }
}
