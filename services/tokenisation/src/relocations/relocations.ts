import { ok, refuse, type ErrorOf, type Result } from '@hissa/contracts'
import {
  RelocationCancelled,
  RelocationDeclined,
  WALLET_REQUEST_CLOSED,
  WALLET_REQUEST_PENDING,
  type ShareActionRefusal,
} from '@hissa/contracts/tokenisation'
import { CLOCK, follow, newId, type Clock } from '@hissa/kernel'
import { newEvent, Outbox } from '@hissa/messaging'
import { isDuplicateKey, type ClientSession } from '@hissa/persistence'
import { Inject, Injectable } from '@nestjs/common'
import type { Address } from 'viem'
import { identityOf, isCustodial } from '../accounts/account.js'
import { AccountStore } from '../accounts/account.store.js'
import { AddressStore } from '../accounts/address.store.js'
import { ScreenAddress, type Screened } from '../accounts/screen-address.js'
import { Transactions } from '../chain/chain.api.js'
import { isRecent, WALL_CLOCK } from '../pace.js'
import { Freezes } from './freezes.js'
import { notPossible, type NotPossible } from './not-possible.js'
import { OPEN_OF_USER, RelocationStore } from './relocation.store.js'
import { openSteps, RELOCATION_TRANSITIONS, type Relocation } from './relocation.js'

type Closed = ErrorOf<typeof WALLET_REQUEST_CLOSED>
type Pending = ErrorOf<typeof WALLET_REQUEST_PENDING>

/** A screening decides an approval for this long. */
const SCREENING_VALID_MS = 10 * 60_000

/** Starts and ends the moves of investors' shares between their addresses. `MoveShares` carries them out. */
@Injectable()
export class Relocations {
  constructor(
    private readonly store: RelocationStore,
    private readonly accounts: AccountStore,
    private readonly addresses: AddressStore,
    private readonly screenAddress: ScreenAddress,
    private readonly freezes: Freezes,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) private readonly wall: Clock,
  ) {}

  byId = (id: string, session?: ClientSession): Promise<Relocation | null> => this.store.byId(id, session)

  /** Returns the relocation of an investor that is requested or moving. */
  openOf = (userId: string, session?: ClientSession): Promise<Relocation | null> => this.store.openOf(userId, session)

  /** Returns those of these investors, at most one of each. */
  openAmong = (userIds: readonly string[]): Promise<Relocation[]> => this.store.openAmong(userIds)

  /** Returns the relocations of an investor, newest first. */
  ofUser = (userId: string, limit: number): Promise<Relocation[]> => this.store.ofUser(userId, limit)

  /**
   * Requests a move to a proven wallet, or back into custody, in the caller's transaction. The caller has checked that the
   * account is registered and at `from`, and has claimed a wallet.
   */
  async request(
    request: Pick<Relocation, 'userId' | 'kind' | 'from' | 'to' | 'screening'>,
    session: ClientSession,
  ): Promise<Result<Relocation, Pending>> {
    const state = { state: 'requested', isOpen: true, requestedAt: this.clock.now(), steps: [], version: 1 } as const
    return this.insert({ ...request, ...state, _id: newId(), steps: [] }, session)
  }

  /**
   * Screens the new wallet of a request, and stores the result for `approve`. Call it before the transaction of an
   * approval. Returns `clear` for a return, which moves to no new address. Throws while kyc can't be reached.
   */
  async screen({ _id, kind, to }: Relocation): Promise<Screened> {
    if (kind !== 'own_wallet') return 'clear'
    const { result } = await this.screenAddress.execute(to)
    await this.store.recordScreening(_id, { at: this.wall.now(), result })
    return result
  }

  /** Begins the move of a request, in the caller's transaction. Refuses with the reason why it is not possible. */
  async approve({ _id }: Pick<Relocation, '_id'>, session: ClientSession): Promise<Result<Relocation, NotPossible>> {
    const relocation = await this.store.byId(_id, session)
    if (!relocation) return notPossible('request_closed')
    const next = follow(RELOCATION_TRANSITIONS, relocation.state, 'approve')
    if (!next.ok) return notPossible('request_closed')
    const { userId, kind, from, to, screening } = relocation
    const why = await this.obstacle(userId, from, session)
    if (why) return notPossible(why)
    if (await this.freezes.isAnyFrozen(userId, session)) return notPossible('frozen')
    if (kind === 'own_wallet' && !this.isClear(screening)) return notPossible('screening')
    const set = { state: next.value, isWorking: true, startedAt: this.wall.now() } as const
    const changed = await this.store.change(relocation, { set }, session)
    if (!changed) return notPossible('request_closed')
    return this.begin(changed, to, session)
  }

  private isClear(screening: Relocation['screening']): boolean {
    return screening?.result === 'clear' && isRecent(screening.at, SCREENING_VALID_MS, this.wall)
  }

  /** Ends a request without a move, in the caller's transaction. */
  decline(relocation: Pick<Relocation, '_id'>, session: ClientSession): Promise<Result<Relocation, Closed>> {
    return this.end(relocation, 'decline', session)
  }

  /** Ends a request because the investor withdraws it, in the caller's transaction. */
  withdraw(relocation: Pick<Relocation, '_id'>, session: ClientSession): Promise<Result<Relocation, Closed>> {
    return this.end(relocation, 'withdraw', session)
  }

  /**
   * Begins to move all shares out of a lost wallet into custody, in the caller's transaction; freezes move along. An open
   * request of the investor is declined, so that a person who has taken over the account can't delay it.
   */
  async startRecovery(userId: string, session: ClientSession): Promise<Result<Relocation, NotPossible>> {
    const account = await this.accounts.of(userId, session)
    if (account?.state !== 'registered') return notPossible('not_registered')
    if (isCustodial(account)) return notPossible('custodial')
    if (account.moving !== undefined) return notPossible('moving')
    const open = await this.store.openOf(userId, session)
    if (open && !(await this.decline(open, session)).ok) return notPossible('moving')
    const [from, to, now] = [account.address, identityOf(account), this.clock.now()]
    const state = {
      state: 'moving',
      isOpen: true,
      isWorking: true,
      requestedAt: now,
      startedAt: this.wall.now(),
    } as const
    const row = { _id: newId(), userId, kind: 'recovery', from, to, ...state, steps: [], version: 1 } as const
    const inserted = await this.insert({ ...row, steps: [] }, session)
    return inserted.ok ? this.begin(inserted.value, to, session) : notPossible('moving')
  }

  /** Returns which of these relocations have a transaction that may still be executed. */
  async inFlight(relocations: readonly Relocation[], session?: ClientSession): Promise<Set<string>> {
    const sent = await this.transactions.inFlight(relocations.flatMap(openSteps), session)
    const isSent = (relocation: Relocation) => openSteps(relocation).some((id) => sent.has(id))
    return new Set(relocations.filter(isSent).map(({ _id }) => _id))
  }

  /**
   * Ends a move that can't go on, in the caller's transaction. The investor's address stays as it was; `MoveShares` takes back
   * what the move has done. Refuses while a transaction of the move may still be executed. The caller has checked that what
   * has moved may return.
   */
  async cancel({ _id }: Pick<Relocation, '_id'>, session: ClientSession): Promise<Result<Relocation, NotPossible>> {
    const relocation = await this.store.byId(_id, session)
    if (!relocation) return notPossible('not_moving')
    const next = follow(RELOCATION_TRANSITIONS, relocation.state, 'cancel')
    if (!next.ok) return notPossible('not_moving')
    for (const id of openSteps(relocation))
      if (!(await this.transactions.withdraw(session, id))) return notPossible('in_flight')
    const steps = relocation.steps.filter(({ receipt }) => receipt !== undefined)
    const set = { state: next.value, endedAt: this.clock.now(), steps }
    const unset = ['isOpen', 'after', 'refusal'] as const
    const cancelled = await this.store.change(relocation, { set, unset }, session)
    if (!cancelled) return notPossible('not_moving')
    await this.publishCancelled(cancelled, session)
    return ok(cancelled)
  }

  /** Has the refused step of a move planned again at once, in the caller's transaction. */
  async retry({ _id }: Pick<Relocation, '_id'>, session: ClientSession): Promise<Result<Relocation, NotPossible>> {
    const relocation = await this.store.byId(_id, session)
    if (relocation?.state !== 'moving') return notPossible('not_moving')
    if (!relocation.refusal) return notPossible('not_refused')
    const changed = await this.store.change(relocation, { unset: ['after'] }, session)
    return changed ? ok(changed) : notPossible('not_moving')
  }

  /** Returns why the shares of an investor can't leave an address, or undefined. */
  private async obstacle(
    userId: string,
    from: Address,
    session: ClientSession,
  ): Promise<ShareActionRefusal | undefined> {
    const account = await this.accounts.of(userId, session)
    if (account?.state !== 'registered') return 'not_registered'
    if (account.moving !== undefined) return 'moving'
    return account.address === from ? undefined : 'request_closed'
  }

  private async begin(
    relocation: Relocation,
    to: Address,
    session: ClientSession,
  ): Promise<Result<Relocation, NotPossible>> {
    const { _id: relocationId, userId, from } = relocation
    if (!(await this.accounts.beginMove(userId, { relocationId, from }, session))) return notPossible('moving')
    await this.addresses.open(to, session)
    return ok(relocation)
  }

  private async end(
    { _id }: Pick<Relocation, '_id'>,
    command: 'decline' | 'withdraw',
    session: ClientSession,
  ): Promise<Result<Relocation, Closed>> {
    const relocation = await this.store.byId(_id, session)
    if (!relocation) return closed()
    const next = follow(RELOCATION_TRANSITIONS, relocation.state, command)
    if (!next.ok) return closed()
    const change = { set: { state: next.value, endedAt: this.clock.now() }, unset: ['isOpen'] as const }
    const ended = await this.store.change(relocation, change, session)
    if (!ended) return closed()
    if (ended.kind === 'own_wallet') await this.addresses.release(ended.to, session)
    if (command === 'decline') await this.publishDeclined(ended, session)
    return ok(ended)
  }

  private async publishDeclined(ended: Relocation, session: ClientSession): Promise<void> {
    const event = { aggregateId: ended._id, version: ended.version, data: factOf(ended), time: this.clock.now() }
    await this.outbox.append(session, newEvent(RelocationDeclined, event))
  }

  private async publishCancelled(ended: Relocation, session: ClientSession): Promise<void> {
    const account = (await this.accounts.of(ended.userId, session))!
    const data = { ...factOf(ended), address: account.address, isCustodial: isCustodial(account) }
    const event = { aggregateId: ended._id, version: ended.version, data, time: this.clock.now() }
    await this.outbox.append(session, newEvent(RelocationCancelled, event))
  }

  private async insert(relocation: Relocation, session: ClientSession): Promise<Result<Relocation, Pending>> {
    if (await this.store.openOf(relocation.userId, session)) return pending()
    try {
      await this.store.insert(relocation, session)
      return ok(relocation)
    } catch (error) {
      if (isDuplicateKey(error, OPEN_OF_USER)) return pending()
      throw error
    }
  }
}

const factOf = ({ _id: relocationId, userId, kind, version }: Relocation) => ({ relocationId, userId, kind, version })

const closed = () => refuse(WALLET_REQUEST_CLOSED, 'This request has already been approved, declined or withdrawn.')

/** Returns the refusal of a second request while one is open. */
export const pending = () =>
  refuse(
    WALLET_REQUEST_PENDING,
    'Your last request is still being reviewed or carried out. Wait for it, or withdraw it.',
  )
