import { type Answer, type Input, NOT_FOUND, ok, refuse, refuseFields } from '@hissa/contracts'
import {
  type GetStatement,
  type GetStatementKeys,
  type ListStatements,
  MOST_MOVEMENTS,
  STATEMENT_TYPES,
} from '@hissa/contracts/investment'
import { PdfRenderer } from '@hissa/documents'
import { canonicalJson, CLOCK, type Clock, type SigningKey } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { costsOf, fils, subtract, sum } from '@hissa/money'
import { type Language, languageFor } from '@hissa/texts'
import { Inject, Injectable } from '@nestjs/common'
import { accounts } from '../accounts.js'
import { MovementStore } from '../cash/cash.api.js'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { type Holding, HoldingStore } from '../holdings/holdings.api.js'
import { DistributionStore } from '../income/income.api.js'
import { InvestorNames } from '../investors/investor-names.js'
import { RaiseStore } from '../raises/raises.api.js'
import { dubaiDay } from '../rules/rules.api.js'
import { csvFile } from './csv.js'
import { accountFigures, type PaidShare, type StatementFacts, type StatementFigures, taxFigures } from './figures.js'
import { fault, momentsOf, type Stated, statedOf, statedPeriods } from './period.js'
import { publicKeyView, signStatement, statementKey } from './seal.js'
import { statementDocument } from './statement-document.js'
import { xlsxFile } from './xlsx.js'

/** Reads statements of an investor's own account from the ledger, and signs them. */
@Injectable()
export class ReadStatements {
  private readonly key: SigningKey

  constructor(
    private readonly ledger: Committer,
    private readonly movements: MovementStore,
    private readonly holdings: HoldingStore,
    private readonly distributions: DistributionStore,
    private readonly raises: RaiseStore,
    private readonly names: InvestorNames,
    private readonly pdfs: PdfRenderer,
    @Inject(CONFIG) private readonly config: InvestmentConfig,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.key = statementKey(config.INVESTMENT_MASTER_KEY)
  }

  async list(userId: string): Promise<Answer<typeof ListStatements>> {
    const first = await this.firstDay(userId, await this.holdings.everOf(userId))
    const { months, years } = first === undefined ? { months: [], years: [] } : statedPeriods(first, this.clock.now())
    return ok({ months, years, count: months.length + years.length })
  }

  async keys(): Promise<Answer<typeof GetStatementKeys>> {
    return ok({ keys: [publicKeyView(this.key)] })
  }

  async file(
    { period, format, locale }: Input<typeof GetStatement>,
    userId: string,
  ): Promise<Answer<typeof GetStatement>> {
    const stated = statedOf(period, this.clock.now())
    if (!stated.ok) return stated
    const figures = await this.figures(userId, stated.value)
    if (!figures.ok) return figures
    const language = languageFor(locale)
    const signed = signStatement(figures.value, this.key)
    const body =
      format === 'json'
        ? ok(Buffer.from(`${canonicalJson(signed)}\n`))
        : format === 'csv'
          ? ok(Buffer.from(csvFile(signed, language, this.key)))
          : format === 'xlsx'
            ? ok(await xlsxFile(signed, language))
            : await this.pdf(userId, signed, language)
    if (!body.ok) return body
    const { kind, from, to } = stated.value
    return ok({
      contentType: STATEMENT_TYPES[format],
      fileName: `hissa-${kind === 'tax' ? 'tax' : 'statement'}-${from}-${to}-${language}.${format}`,
      bodyBase64: body.value.toString('base64'),
      locale: language,
    })
  }

  private pdf(userId: string, signed: ReturnType<typeof signStatement>, language: Language) {
    const { COMPANY_LINE: company, REGULATOR_LINE: regulator, PUBLIC_URL: publicUrl } = this.config
    return this.pdfs.render(userId, statementDocument({ signed, company, regulator, publicUrl }, language))
  }

  private async figures(userId: string, stated: Stated) {
    const held = await this.holdings.everOf(userId)
    const first = await this.firstDay(userId, held)
    if (first === undefined || first > stated.to)
      return refuse(NOT_FOUND, 'Nothing had moved in your account by the end of this period.')
    const { before, end } = momentsOf(stated)
    const after = await this.ledger.seqAt({ at: before })
    const upTo = await this.ledger.seqAt({ at: end })
    const part = { after, upTo }
    const account = accounts.investorCash(userId)
    const [name, transfers, opening, closing] = await Promise.all([
      this.names.of(userId),
      this.movements.postedIn(account, part, MOST_MOVEMENTS + 1),
      this.balance(account, after),
      this.balance(account, upTo),
    ])
    const moved =
      stated.kind === 'tax'
        ? await Promise.all(held.map(({ propertyId }) => this.unitTransfers(propertyId, userId, part)))
        : []
    if ([transfers, ...moved].some((rows) => rows.length > MOST_MOVEMENTS)) {
      const message = `There are more than ${MOST_MOVEMENTS} movements in this period. Choose a shorter one.`
      return refuseFields([fault(stated.kind === 'tax' ? '/year' : '/from', 'too_many', message)])
    }
    const named = transfers.flatMap(({ ref }) => ref?.['propertyId'] ?? [])
    const raises = await this.raises.byIds([...new Set([...named, ...held.map(({ propertyId }) => propertyId)])])
    const facts: StatementFacts = {
      investor: { id: userId, ...(name ? { name } : {}) },
      ...{ from: stated.from, to: stated.to, account, opening, closing, ledger: part, transfers },
      holdings: await Promise.all(held.map((holding) => this.holding(holding, part))),
      titles: new Map([...raises].map(([propertyId, { title }]) => [propertyId, title])),
    }
    return ok<StatementFigures>(
      stated.kind === 'account' ? accountFigures(facts) : await this.tax(userId, facts, moved.flat()),
    )
  }

  private async tax(
    userId: string,
    facts: StatementFacts,
    moved: Awaited<ReturnType<ReadStatements['unitTransfers']>>,
  ): Promise<StatementFigures> {
    const ids = [...new Set(facts.transfers.flatMap(({ ref }) => ref?.['distributionId'] ?? []))]
    const [distributions, shares] = await Promise.all([
      this.distributions.byIds(ids),
      this.distributions.sharesOf(userId, ids),
    ])
    const paid = ids.flatMap((id): [string, PaidShare][] => {
      const [distribution, share] = [distributions.get(id), shares.get(id)]
      if (!distribution || !share) return []
      const { period, unitsIssued, figures } = distribution
      const { vacancyFils, usedFils, fromReserveFils, reserveFils, platformFeeFils } = figures
      // What the reserve paid was not withheld from this income.
      const costsFils = subtract(sum(vacancyFils, costsOf(figures.costs), usedFils), fromReserveFils)
      return [[id, { period, units: share.units, unitsIssued, costsFils, reserveFils, platformFeeFils }]]
    })
    const unitTransfers = moved.toSorted((a, b) => a.seq - b.seq)
    return taxFigures({ ...facts, shares: new Map(paid), unitTransfers })
  }

  /** Returns the shares that moved to or from other investors; one row too many if there are more than the most. */
  private async unitTransfers(propertyId: string, userId: string, part: StatementFacts['ledger']) {
    const account = accounts.unitsHeld(propertyId, userId)
    const moves = await this.movements.postedIn(account, part, MOST_MOVEMENTS + 1, 'units.transfer')
    return moves.map((row) => ({ ...row, propertyId, isIn: row.credit === account }))
  }

  private async holding(
    { propertyId, userId, title, unitPriceFils }: Holding,
    { after, upTo }: StatementFacts['ledger'],
  ) {
    const at = async (seq: number) => {
      const [paid, registered] = await Promise.all([
        this.balance(accounts.unitsOf(propertyId, userId), seq),
        this.balance(accounts.unitsHeld(propertyId, userId), seq),
      ])
      return { paid, registered }
    }
    const [opening, closing] = await Promise.all([at(after), at(upTo)])
    return { propertyId, title, issuePriceFils: fils(unitPriceFils), opening, closing }
  }

  private async balance(account: string, seq: number) {
    return (await this.ledger.balanceAt(account, { seq })).balance
  }

  /** Returns the day of the first movement of the investor's cash or shares. */
  private async firstDay(userId: string, held: readonly Holding[]): Promise<string | undefined> {
    const cash = await this.movements.firstAt(accounts.investorCash(userId))
    const times = [...(cash ? [cash] : []), ...held.map(({ firstPaidAt }) => firstPaidAt)]
    return times.map(dubaiDay).sort()[0]
  }
}
