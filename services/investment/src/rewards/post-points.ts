import { CLOCK, type Clock, Deadlines, LOGGER, type Logger } from '@hissa/kernel'
import { amountOf, type Change, Committer, type Save, single, transferId, type TransferInput } from '@hissa/ledger'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import { accounts } from '../accounts.js'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { dueFrom } from '../due/due.js'
import { type DueOutcome, DueRows } from '../due/due-rows.js'
import type { Clocks } from '../due/due.schema.js'
import { OrderStore } from '../orders/orders.api.js'
import { IDS, type Ids, WALL_CLOCK } from '../ports.js'
import { programOf, type RewardsProgram } from './program.js'
import { nextChangeAt, recount, type Reward, type RewardedOrder } from './recount.js'
import { memberKey, RewardMembers, memberSave } from './reward-members.js'
import { type RewardMember, RewardMemberStore, type RewardWork } from './reward-member.store.js'
import { type RewardRow, REWARDS, RewardStore } from './reward.store.js'
import { SamePerson } from './same-person.js'

/**
 * Posts the difference between the points that an investor's orders give and those that are posted. It reads the
 * current state, so it may be called at any time and any number of times, for example for a late or repeated event.
 */
@Injectable()
export class PostPoints extends DueRows<RewardWork, RewardMember> implements OnModuleInit {
  private readonly program: RewardsProgram

  constructor(
    private readonly ledger: Committer,
    private readonly orders: OrderStore,
    private readonly members: RewardMemberStore,
    private readonly joining: RewardMembers,
    private readonly rewards: RewardStore,
    private readonly people: SamePerson,
    private readonly deadlines: Deadlines,
    @Inject(CONFIG) config: InvestmentConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(WALL_CLOCK) wall: Clock,
    @Inject(IDS) private readonly ids: Ids,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ clock, wall, logger })
    this.program = programOf(config)
  }

  onModuleInit(): void {
    const sweep = (now: Date) => this.sweep('points', now, ({ _id }) => this.run(_id))
    this.deadlines.register({ name: 'investment-post-points', nextDueAt: () => this.nextDueAt('points'), sweep })
  }

  /**
   * Posts what the orders of one investor give, to the investor and to the referrer. Throws if it has to be judged whether
   * both are one person, and identity or the card processor doesn't answer.
   */
  async run(userId: string): Promise<void> {
    // A referral that is recorded in between has to be judged too.
    for (;;) {
      const judged = await this.judge(userId)
      const outcome = await this.ledger.decideAndCommit(() => this.decide(userId, judged))
      if ('done' in outcome) continue
      if (!outcome.ok) throw new Error(`the points of ${userId} were not posted: ${outcome.reason}`)
      return
    }
  }

  /** Returns whether a referral is refused; undefined if there is nothing to judge. */
  private async judge(userId: string): Promise<boolean | undefined> {
    const member = await this.members.byId(userId)
    const state = await this.stateOf(userId)
    return isToJudge(member, state) ? this.people.run(userId, member.referral.by) : undefined
  }

  private async decide(userId: string, judged: boolean | undefined): Promise<Change | { done: 'judge first' }> {
    // Read first: a commit after this read makes the change stale, so orders that are read later are current.
    const member = await this.members.byId(userId)
    const state = await this.stateOf(userId)
    if (judged === undefined && isToJudge(member, state)) return { done: 'judge first' }
    const referral = member?.referral && { ...member.referral, ...(judged ? { refused: true as const } : {}) }
    const referredBy = referral?.refused ? undefined : referral?.by
    const posted = state.rows.map(({ _id: id, points, earnedAt, expiresAt }) => ({
      ...{ id, points },
      ...(earnedAt && expiresAt ? { earnedAt, expiresAt } : {}),
    }))
    const now = this.clock.now()
    const input = { userId, referredBy, orders: state.orders, posted, program: this.program, now }
    const wanted = recount(input)
    const key = memberKey(userId, member)
    const { transfers, saves } = difference(userId, key, state.rows, wanted)
    const next = nextChangeAt(wanted, input)
    const set = {
      ...(member?.code ? {} : { code: this.joining.codeOf(userId) }),
      ...(referral && judged ? { referral } : {}),
      ...(next ? { due: dueFrom('points' as const, next) } : {}),
    }
    // Saved even if nothing changes, so that a concurrent change decided on older orders is refused.
    const save = memberSave(userId, member, set, next ? [] : ['due'])
    return { key, inputHash: this.ids.next(), transfers, saves: [save, ...saves], events: [] }
  }

  private async stateOf(userId: string): Promise<State> {
    const [orders, rows] = await Promise.all([this.orders.rewardedOf(userId), this.rewards.ofSource(userId)])
    return { orders, rows }
  }

  protected read(kind: RewardWork, clocks: Clocks, limit: number): Promise<RewardMember[]> {
    return this.members.due(kind, clocks, limit)
  }

  protected readNext(kind: RewardWork, clocks: Clocks): Promise<Date | null> {
    return this.members.nextDueAt(kind, clocks)
  }

  protected refusalOf(): string | undefined {
    return undefined
  }

  protected async save(member: RewardMember, { verb: _, ...set }: DueOutcome<RewardWork>): Promise<void> {
    const save = memberSave(member._id, member, set, 'rejected' in set ? ['due'] : [])
    const key = memberKey(member._id, member)
    await this.ledger.commit({ key, inputHash: this.ids.next(), transfers: [], saves: [save], events: [] })
  }
}

interface State {
  orders: RewardedOrder[]
  rows: RewardRow[]
}

type Referred = RewardMember & { referral: NonNullable<RewardMember['referral']> }

/** Returns whether a referral counts if both are different people. Once its points are earned it is not judged again. */
function isToJudge(member: RewardMember | undefined, { orders, rows }: State): member is Referred {
  if (!member?.referral || member.referral.refused || orders.length === 0) return false
  return !rows.some(({ kind, state }) => kind === 'referral' && (state === 'earned' || state === 'expired'))
}

/** Returns the transfers and saves that make the posted points agree with the wanted ones. Pure. */
export function difference(source: string, key: string, rows: readonly RewardRow[], wanted: readonly Reward[]) {
  const transfers: TransferInput[] = []
  const saves: Save[] = []
  const ids = new Set([...rows.map(({ _id }) => _id), ...wanted.map(({ id }) => id)])
  for (const id of ids) {
    const row = rows.find(({ _id }) => _id === id)
    const want = wanted.find((reward) => reward.id === id)
    const before = row?.state
    const after = want?.state ?? ENDED[before!]
    // What has expired stays so, and what was never posted is not taken back.
    if (before === after || before === 'expired' || (!before && after === 'taken_back')) continue
    const { userId, points, orderId } = want ?? row!
    const moves = movesOf({ before, after, userId, points, ref: { rewardId: id, orderId }, row })
    const pendingId = after === 'pending' ? transferId(key, transfers.length + moves.length - 1) : undefined
    transfers.push(...moves)
    const { earnedAt, expiresAt } = want ?? {}
    const fresh = want && !row ? { userId, source, kind: want.kind, orderId, points, at: want.at } : {}
    saves.push({
      ...{ collection: REWARDS, id, version: row?.version ?? 0 },
      set: {
        ...fresh,
        state: after,
        ...(earnedAt && expiresAt ? { earnedAt, expiresAt } : {}),
        ...(pendingId ? { pendingId } : {}),
      },
      unset: pendingId ? [] : ['pendingId'],
    })
  }
  return { transfers, saves }
}

/** What becomes of posted points that the orders no longer give. */
const ENDED: Record<Reward['state'], Reward['state']> = {
  ...{ pending: 'withdrawn', earned: 'taken_back' },
  ...{ expired: 'expired', withdrawn: 'withdrawn', taken_back: 'taken_back' },
}

interface Move {
  before: Reward['state'] | undefined
  after: Reward['state']
  userId: string
  points: number
  ref: Readonly<Record<string, string>>
  row: RewardRow | undefined
}

function movesOf({ before, after, userId, points, ref, row }: Move): TransferInput[] {
  const amount = amountOf('count', points)
  const [issued, own] = [accounts.pointsIssued(), accounts.pointsOf(userId)]
  const isEarned = after === 'earned' || after === 'expired'
  const moves: TransferInput[] = []
  if (before === 'pending') {
    const pendingId = row!.pendingId!
    moves.push({ kind: isEarned ? 'post' : 'void', code: isEarned ? 'points.earn' : 'points.withdraw', pendingId, ref })
  } else if (before === 'earned' && !isEarned) moves.push(...single('points.take-back', own, issued, amount, ref))
  else if (before !== 'earned' && isEarned) moves.push(...single('points.earn', issued, own, amount, ref))
  if (after === 'expired') moves.push(...single('points.expire', own, accounts.pointsExpired(), amount, ref))
  // Last, because its id is that of the last move.
  if (after === 'pending')
    moves.push({ kind: 'pending', code: 'points.await', debit: issued, credit: own, amount, ref })
  return moves
}
