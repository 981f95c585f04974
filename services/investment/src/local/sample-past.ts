import type { Actor } from '@hissa/audit'
import { type AnyError, id, type Result } from '@hissa/contracts'
import { IDEMPOTENCY_IN_FLIGHT, RESOLUTION_NOT_POSSIBLE, TRY_AGAIN } from '@hissa/contracts/investment'
import { CLOCK, Deadlines, parseOrProblem, type SystemClock, TIMING, type Timing } from '@hissa/kernel'
import { Committer, LedgerUnavailable } from '@hissa/ledger'
import { LocalCommands } from '@hissa/messaging'
import { toAed } from '@hissa/money'
import { Storage } from '@hissa/storage'
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { AnswerQuestions } from '../appropriateness/answer-questions.js'
import { QUESTIONNAIRE, rightAnswers } from '../appropriateness/questionnaire.js'
import { passOf, StandingStore } from '../appropriateness/appropriateness.api.js'
import { ManageBankAccounts } from '../cash/manage-bank-accounts.js'
import { ReadCash } from '../cash/read-cash.js'
import { RequestWithdrawal } from '../cash/request-withdrawal.js'
import { StoreDeed } from '../deeds/store-deed.js'
import { AcceptDisclosures } from '../disclosures/accept-disclosures.js'
import { DisclosureStore } from '../disclosures/disclosures.api.js'
import { DecideDistribution } from '../income/decide-distribution.js'
import { DistributionStore } from '../income/distribution.store.js'
import { targetOf } from '../income/figures.js'
import { PayDistribution } from '../income/pay-distribution.js'
import { endOf, firstDayOf, lastDayOf, nextPeriod, periodOf } from '../income/period.js'
import { RecordIncome } from '../income/record-income.js'
import { InvestorStore } from '../investors/investors.api.js'
import { CancelOrder } from '../lifecycle/cancel-order.js'
import { OrderStore } from '../orders/orders.api.js'
import { PlaceOrder } from '../orders/place-order.js'
import { ResolveSuspense } from '../payments/suspense/resolve.js'
import { MakePaymentFile } from '../payouts/make-payment-file.js'
import { type Raise, RaiseStore } from '../raises/raises.api.js'
import { dubaiDay, isEligible } from '../rules/rules.api.js'
import { sampleDocument } from './sample-document.js'
import { SampleValuations } from './sample-valuations.js'
import { incomeFile, SAMPLE_QUARTERS, sampleQuarter } from './sample-quarters.js'

/** Holds the events of this service back until the returned function is called. */
export const HOLD_EVENTS = Symbol('HOLD_EVENTS')

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The days before the first quarter on which the raises open. */
const OPENS_BEFORE_DAYS = 20
/** When, after its end, the income of a quarter is recorded and distributed. */
const DISTRIBUTED_AFTER_MS = 10 * DAY_MS
/** The quarters, from 0, after which the demo investor adds a bank account, and withdraws. */
const BANK_ACCOUNT_AFTER = 5
const WITHDRAWAL_AFTER = 6
const PATIENCE_MS = 60_000
const POLL_MS = 20
/** Refusals of a repeated call whose first try is still in progress, and of one that other work has to precede. */
const TRANSIENT: ReadonlySet<string> = new Set(
  [TRY_AGAIN, IDEMPOTENCY_IN_FLIGHT, RESOLUTION_NOT_POSSIBLE].map(({ code }) => code),
)
const UPLOAD_BYTES = 100_000

const Days = z.object({ propertyIds: z.array(id), at: z.iso.datetime() })
const Orders = z.object({
  orders: z.array(z.object({ userId: id, propertyId: id, amountAed: z.int() })),
})
const Years = z.object({
  /** Each property, and what happened to it. */
  properties: z.array(z.object({ propertyId: id, event: z.enum(['vacancy', 'repair']) })),
  /** Two finance users. */
  finance: z.tuple([id, id]),
  /** The investor who cancels this order, and who withdraws a part of the income. */
  investor: z.object({ userId: id, holderName: z.string(), iban: z.string(), cancels: id }),
  /** Offset of the business clock to return to, in ms. */
  offsetMs: z.number(),
})
type Years = z.output<typeof Years>
type Property = Years['properties'][number]

/**
 * Plays the past of two sample properties through the use cases of production, at the business times at which it would
 * have happened (`local.investment.samplePast…`). Ledger times never decrease, so the past can only be played before
 * anything else is committed. The commands exist only in local mode.
 */
@Injectable()
export class SamplePast implements OnApplicationBootstrap {
  private release: (() => void) | undefined
  private opensMs: number | undefined

  constructor(
    private readonly local: LocalCommands,
    private readonly ledger: Committer,
    private readonly deadlines: Deadlines,
    private readonly storage: Storage,
    private readonly raises: RaiseStore,
    private readonly orders: OrderStore,
    private readonly investors: InvestorStore,
    private readonly disclosures: DisclosureStore,
    private readonly standings: StandingStore,
    private readonly answer: AnswerQuestions,
    private readonly accept: AcceptDisclosures,
    private readonly place: PlaceOrder,
    private readonly cancel: CancelOrder,
    private readonly deeds: StoreDeed,
    private readonly resolve: ResolveSuspense,
    private readonly income: RecordIncome,
    private readonly decisions: DecideDistribution,
    private readonly distributions: DistributionStore,
    private readonly pay: PayDistribution,
    private readonly valuations: SampleValuations,
    private readonly bankAccounts: ManageBankAccounts,
    private readonly cash: ReadCash,
    private readonly withdrawals: RequestWithdrawal,
    private readonly files: MakePaymentFile,
    @Inject(HOLD_EVENTS) private readonly hold: () => () => void,
    @Inject(CLOCK) private readonly clock: SystemClock,
    @Inject(TIMING) private readonly timing: Timing,
  ) {}

  onApplicationBootstrap(): void {
    this.local.on('samplePastBegin', () => this.begin())
    this.local.on('samplePastDay', (request) => this.day(request))
    this.local.on('sampleOrders', (request) => this.buy(request))
    this.local.on('samplePastYears', (request) => this.years(request))
    this.local.on('samplePastEvents', () => this.events())
  }

  /**
   * Moves the business clock to the day on which the raises opened, and holds the events back, because other services
   * would handle them while the platform starts. It comes before the first account, whose registration commits. Called
   * again before the first order, it changes nothing. `null` if the ledger has a commit already.
   */
  async begin(): Promise<{ openedAt: string | null }> {
    const isBegun = this.opensMs !== undefined && this.clock.now().getTime() < this.opensMs + DAY_MS
    if (!isBegun) {
      if ((await this.ledger.latestSeq()) > 0) return { openedAt: null }
      this.opensMs = startMsOf(firstPeriod(this.clock.now())) - OPENS_BEFORE_DAYS * DAY_MS
      this.release ??= this.hold()
      this.moveTo(new Date(this.opensMs))
    }
    return { openedAt: this.clock.now().toISOString() }
  }

  /** Sends the events of the past. */
  async events(): Promise<{ sent: boolean }> {
    const sent = this.release !== undefined
    this.release?.()
    this.release = undefined
    return Promise.resolve({ sent })
  }

  /** Moves the business clock to a later day, once the raises are open and every order is paid. */
  async day(request: unknown): Promise<void> {
    const { propertyIds, at } = parseOrProblem(Days, request)
    await this.each(propertyIds, 'active')
    await this.until('every order is paid', async () => {
      const unpaid = propertyIds.map((propertyId) => this.orders.countOfRaise(propertyId, ['reserved']))
      return (await Promise.all(unpaid)).every((count) => count === 0)
    })
    this.moveTo(new Date(at))
  }

  /** Places orders, each with what it requires. Returns their payment pages. */
  async buy(request: unknown): Promise<{ orders: { orderId: string; url: string }[] }> {
    const { orders } = parseOrProblem(Orders, request)
    return { orders: await Promise.all(orders.map((order) => this.order(order))) }
  }

  private async order({ userId, propertyId, amountAed }: z.output<typeof Orders>['orders'][number]) {
    await this.until('the raise and the investor are known', async () => {
      const [raise, status] = await Promise.all([this.raises.byId(propertyId), this.investors.statusOf(userId)])
      return raise !== undefined && isEligible(status)
    })
    const current = await this.until('the texts are known', async () => {
      const texts = (await this.disclosures.current()).filter(({ required }) => required)
      return texts.length > 0 && texts
    })
    if (!passOf(await this.standings.of(userId), this.clock.now()))
      await this.tried(() => this.answer.run(userId, { ...QUESTIONNAIRE, locale: 'en', answers: rightAnswers() }))
    const documents = current.map(({ documentId, version, hash }) => ({ documentId, version, hash }))
    await this.tried(() => this.accept.run(userId, { propertyId, locale: 'en', documents }))
    // A repeated order is one reservation.
    const order = { propertyId, amount: amountAed, locale: 'en' as const }
    const { orderId, url } = await this.tried(() => this.place.run(userId, order))
    return { orderId, url }
  }

  /** Closes the paid raises, and records and distributes the income of every quarter since. */
  async years(request: unknown): Promise<{ quarters: number; distributions: number }> {
    const { properties, finance, investor, offsetMs } = parseOrProblem(Years, request)
    const today = new Date(this.timing.wallMs() + offsetMs)
    const [maker, checker] = finance.map((userId): Actor => ({ userId, roles: ['finance'] })) as [Actor, Actor]
    const ids = properties.map(({ propertyId }) => propertyId)
    try {
      await this.complete(ids, investor, { maker, checker }, firstPeriod(today))
      let period = firstPeriod(today)
      for (let index = 0; index < SAMPLE_QUARTERS; index += 1, period = nextPeriod(period)) {
        this.moveTo(new Date(endOf(period).getTime() + DISTRIBUTED_AFTER_MS))
        const quarter = { period, index }
        const declared = properties.map((property) => this.declare(property, quarter, { maker, checker }))
        await this.paid(await Promise.all(declared))
        for (const [place, id] of ids.entries())
          await this.valuations.value(id, { index, place, date: lastDayOf(period) }, { maker, checker })
        if (index === BANK_ACCOUNT_AFTER) await this.addBankAccount(investor)
        if (index === WITHDRAWAL_AFTER) await this.withdraw(investor, { maker, checker })
      }
      return { quarters: SAMPLE_QUARTERS, distributions: SAMPLE_QUARTERS * properties.length }
    } finally {
      this.clock.moveTo(offsetMs)
    }
  }

  /** Cancels the order of the demo investor, and files the deeds on the first day of the first quarter. */
  private async complete(
    propertyIds: string[],
    { userId, cancels }: Years['investor'],
    by: { maker: Actor; checker: Actor },
    period: string,
  ): Promise<void> {
    await this.each(propertyIds, 'funded')
    await this.tried(() => this.cancel.run(userId, { orderId: cancels }))
    const isRefunded = async () => (await this.orders.byId(cancels))?.state === 'refunded'
    await this.until('the cancelled order is refunded', isRefunded, true)
    this.moveTo(new Date(startMsOf(period) + 10 * HOUR_MS))
    await this.deadlines.runNow()
    for (const propertyId of propertyIds) {
      const file = await this.upload(sampleDocument(`Title deed of ${propertyId}`))
      const { deed } = valueOf(await this.deeds.run({ propertyId, ...file }, by.maker))
      const issuedOn = dubaiDay(this.clock.now())
      const number = `SAMPLE-DEED-${propertyId.split('_')[1]}`
      const action = { type: 'file_deed' as const, number, issuedOn, documentSha256: deed.sha256 }
      const content = { subject: { kind: 'raise' as const, id: propertyId }, action }
      const entry = { reason: 'The land department has issued it', by: by.maker }
      const { pending } = await this.tried(() => this.resolve.propose(content, entry))
      const verdict = { verdict: 'approve' as const, reason: 'Agrees with the register', by: by.checker }
      await this.tried(() => this.resolve.decide(pending.approvalId, verdict))
    }
    await this.each(propertyIds, 'completed')
  }

  private each(propertyIds: string[], state: Raise['state']): Promise<unknown> {
    return this.until(
      `the raises are ${state}`,
      async () => {
        const raises = await this.raises.byIds(propertyIds)
        return propertyIds.every((propertyId) => raises.get(propertyId)?.state === state)
      },
      state === 'completed',
    )
  }

  /** Records one quarter of a property, and declares its distribution. Returns the distribution's id. */
  private async declare(
    { propertyId, event }: Property,
    { period, index }: { period: string; index: number },
    { maker, checker }: { maker: Actor; checker: Actor },
  ): Promise<string> {
    const raise = (await this.raises.byId(propertyId))!
    const { reserveFils } = await this.decisions.balancesOf(propertyId)
    const date = lastDayOf(period)
    for (const [part, facts] of sampleQuarter(targetOf(raise, period)!, index, event, reserveFils).entries()) {
      const file = await this.upload(Buffer.from(incomeFile(facts, { period, date, part })))
      valueOf(await this.income.import({ propertyId, ...file }, maker))
    }
    const proposal = { propertyId, period, recordDate: date, reason: 'The quarter is reconciled' }
    const { distributionId } = valueOf(await this.decisions.propose(proposal, maker)).distribution
    const decision = { distributionId, verdict: 'approve' as const, reason: 'Agrees with the bank' }
    await this.tried(() => this.decisions.decide(decision, checker))
    return distributionId
  }

  private async paid(distributionIds: readonly string[]): Promise<void> {
    await this.until('the distributions are paid', async () => {
      await this.pay.sweep()
      const rows = await this.distributions.byIds(distributionIds)
      return distributionIds.every((distributionId) => rows.get(distributionId)?.state === 'paid')
    })
  }

  private async addBankAccount({ userId, holderName, iban }: Years['investor']): Promise<void> {
    const { bankAccountId } = valueOf(
      await this.bankAccounts.add(userId, { iban, holderName, locale: 'en' }),
    ).bankAccount
    const { code } = valueOf(await this.bankAccounts.code({ bankAccountId, issue: 1 }))
    valueOf(await this.bankAccounts.confirm(userId, { bankAccountId, code }))
  }

  /** Withdraws half of the cash, in whole dirhams, and sends the payment to the bank. */
  private async withdraw(
    { userId }: Years['investor'],
    { maker, checker }: { maker: Actor; checker: Actor },
  ): Promise<void> {
    const [account] = valueOf(await this.bankAccounts.list(userId)).bankAccounts
    const { availableFils } = valueOf(await this.cash.run(userId, { limit: 1 }))
    const amount = Math.floor(toAed(availableFils) / 2)
    const { bankAccountId } = account!
    const request = { bankAccountId, amount, idempotencyKey: 'sample-withdrawal' }
    await this.tried(() => this.withdrawals.run(userId, request))
    const { pending } = valueOf(await this.files.propose({ reason: 'Weekly payments' }, maker))
    const decision = { approvalId: pending.approvalId, verdict: 'approve' as const, reason: 'Agrees with the list' }
    valueOf(await this.files.decide(decision, checker))
  }

  private async upload(bytes: Buffer): Promise<{ objectRef: string; key: string }> {
    const source = Readable.from([bytes])
    const { objectRef, key } = await this.storage.putQuarantine(source, { limitBytes: UPLOAD_BYTES })
    return { objectRef, key }
  }

  private moveTo(at: Date): void {
    this.clock.moveTo(at.getTime() - this.timing.wallMs())
  }

  /** Waits until `read` returns a value; with `isDue`, does what is due in between. */
  private async until<T>(what: string, read: () => Promise<T | false>, isDue = false): Promise<T> {
    const untilMs = this.timing.elapsedMs() + PATIENCE_MS
    for (;;) {
      const found = await unlessBusy(read)
      if (found !== false) return found
      if (this.timing.elapsedMs() > untilMs) throw new Error(`sample data: not in time: ${what}`)
      if (isDue) await unlessBusy(() => this.deadlines.runNow())
      else await this.timing.sleep(POLL_MS)
    }
  }

  /** Returns the result of a call, which is repeated while the ledger is too slow, as on a busy machine. */
  private async tried<T>(call: () => Promise<Result<T, AnyError>>): Promise<T> {
    let last: Result<T, AnyError> | undefined
    const attempt = async () => {
      last = await call()
      return (last.ok || !TRANSIENT.has(last.error.code)) && { result: last }
    }
    // A refusal that stays says more than that time ran out.
    const { result } = await this.until('a commit of the ledger', attempt).catch((error: unknown) => {
      if (last === undefined) throw error
      return { result: last }
    })
    return valueOf(result)
  }
}

/** Returns false while the ledger doesn't respond in time; the change may be repeated then. */
async function unlessBusy<T>(run: () => Promise<T>): Promise<T | false> {
  return run().catch((error: unknown) => {
    if (error instanceof LedgerUnavailable) return false
    throw error
  })
}

/** Returns the first of the quarters whose income was distributed by now. */
function firstPeriod(now: Date): string {
  let last = periodOf(dubaiDay(now))
  while (endOf(last).getTime() + DISTRIBUTED_AFTER_MS + DAY_MS > now.getTime()) last = periodBefore(last)
  let first = last
  for (let quarters = 1; quarters < SAMPLE_QUARTERS; quarters += 1) first = periodBefore(first)
  return first
}

const periodBefore = (period: string): string => periodOf(dubaiDay(new Date(startMsOf(period) - DAY_MS)))

/** Returns the instant at which a quarter begins in Dubai, in ms. */
const startMsOf = (period: string): number => Date.parse(`${firstDayOf(period)}T00:00:00+04:00`)

function valueOf<T>(result: Result<T, AnyError>): T {
  if (result.ok) return result.value
  throw new Error(`sample data: ${JSON.stringify(result.error)}`)
}
