import type { GetValueOverTime } from '@hissa/contracts/investment'
import type { Output } from '@hissa/contracts'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Committer, type Transfer } from '@hissa/ledger'
import { fils, type Fils, times, units as unitsOf, ZERO } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { accounts } from '../accounts.js'
import { MovementStore } from '../cash/cash.api.js'
import { type Holding, HoldingStore } from '../holdings/holdings.api.js'
import { DistributionStore } from '../income/income.api.js'
import { RaiseStore } from '../raises/raises.api.js'
import { dubaiDay } from '../rules/rules.api.js'
import { ShareTransferStore } from '../transfers/transfers.api.js'
import { ValuationStore } from '../valuations/valuations.api.js'
import { returnsOf } from './returns.js'
import { type UnitMove, valueOverTime } from './value-over-time.js'

/** How many rows of an account are read at a time. */
const PAGE = 1_000
/** More distributions than an investor has. */
const MOST_DISTRIBUTIONS = 5_000
/** More valuations than the properties of an investor have. */
const MOST_VALUATIONS = 20_000

/** Reads what an investor's holdings were worth over time, from the ledger of units, valuations and distributions. */
@Injectable()
export class ReadValueOverTime {
  constructor(
    private readonly ledger: Committer,
    private readonly movements: MovementStore,
    private readonly holdings: HoldingStore,
    private readonly raises: RaiseStore,
    private readonly transfers: ShareTransferStore,
    private readonly valuations: ValuationStore,
    private readonly distributions: DistributionStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(userId: string): Promise<Output<typeof GetValueOverTime>> {
    const now = this.clock.now()
    const held = await this.holdings.everOf(userId)
    const propertyIds = held.map(({ propertyId }) => propertyId)
    const upTo = await this.ledger.latestSeq()
    const [moves, raises, approved, shares, charged, returned] = await Promise.all([
      Promise.all(held.map((holding) => this.moves(holding, upTo))),
      this.raises.byIds(propertyIds),
      this.valuations.approvedOf(propertyIds, MOST_VALUATIONS),
      this.distributions.ofUser(userId, MOST_DISTRIBUTIONS),
      this.posted(accounts.investorCash(userId), upTo, 'order.fee'),
      this.posted(accounts.investorCash(userId), upTo, 'order.fee-return'),
    ])
    const { steps, events, flows } = valueOverTime({
      moves: moves.flat(),
      valuations: approved,
      unitsIssued: new Map([...raises].map(([propertyId, { unitsIssued }]) => [propertyId, unitsIssued])),
      distributions: shares.flatMap(({ propertyId, paidAt, amountFils = ZERO }) =>
        paidAt && amountFils > 0 ? [{ propertyId, day: dubaiDay(paidAt), amountFils }] : [],
      ),
    })
    const names = new Map(held.map(({ propertyId, slug, title }) => [propertyId, { propertyId, slug, title }]))
    const named = events.flatMap(({ propertyId, ...event }) => {
      const property = names.get(propertyId)
      return property ? [{ ...event, property }] : []
    })
    const fees = [
      ...charged.map(({ at, amount }) => ({ day: dubaiDay(at), amountFils: fils(amount) })),
      ...returned.map(({ at, amount }) => ({ day: dubaiDay(at), amountFils: fils(0 - amount) })),
    ]
    const returns = returnsOf({ steps, events: flows, fees }, dubaiDay(now))
    return { steps, events: named, ...(returns && { returns }), asOf: now.toISOString() }
  }

  /** Returns the units of a property that came to an investor or left; what moved between own accounts is neither. */
  private async moves({ propertyId, userId, unitPriceFils }: Holding, upTo: number): Promise<UnitMove[]> {
    const own = new Set([accounts.unitsOf(propertyId, userId), accounts.unitsHeld(propertyId, userId)])
    const rows = (await Promise.all([...own].map((account) => this.posted(account, upTo)))).flat()
    const crossing = rows.filter(({ debit, credit }) => own.has(debit) !== own.has(credit))
    return Promise.all(
      crossing.map(async ({ at, amount, credit, code, ref }): Promise<UnitMove> => {
        const transferId = code === 'units.transfer' ? ref?.['transferId'] : undefined
        const transfer = transferId === undefined ? undefined : await this.transfers.byId(transferId)
        const costFils: Fils = transfer?.amountFils ?? times(fils(unitPriceFils), amount)
        const moved = { propertyId, day: dubaiDay(at), units: unitsOf(amount), costFils }
        return { ...moved, isIn: own.has(credit), isTransfer: transfer !== undefined }
      }),
    )
  }

  private async posted(account: string, upTo: number, code?: string): Promise<Transfer[]> {
    const rows: Transfer[] = []
    for (let after = 0; ; after = rows.at(-1)!.seq) {
      const page = await this.movements.postedIn(account, { after, upTo }, PAGE, code)
      rows.push(...page)
      if (page.length < PAGE) return rows
    }
  }
}
