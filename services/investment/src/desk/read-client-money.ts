import { type Actor, StaffAudit } from '@hissa/audit'
import { type Answer, ok } from '@hissa/contracts'
import type { ReadClientMoney as Contract } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Committer } from '@hissa/ledger'
import { type Fils, fils, subtract, sum, ZERO } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import { accounts } from '../accounts.js'
import { SuspenseStore } from '../payments/payments.api.js'
import { RaiseStore } from '../raises/raises.api.js'

/** Credits less debits that are posted, in the smallest unit of the account's currency. */
type Balances = ReadonlyMap<string, number>

/** Totals client money from the balances of the ledger, all as of one moment. Every read writes an audit row. */
@Injectable()
export class ReadClientMoney {
  constructor(
    private readonly ledger: Committer,
    private readonly items: SuspenseStore,
    private readonly raises: RaiseStore,
    private readonly staff: StaffAudit,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(by: Actor): Promise<Answer<typeof Contract>> {
    await this.staff.record(by, { action: 'client-money.read', subject: null, detail: {} })
    const seq = await this.ledger.latestSeq()
    const readAt = this.clock.now().toISOString()
    const [escrow, fees, company, ...income] = await Promise.all([
      this.under(accounts.escrow(''), seq),
      this.under(accounts.pendingFees(''), seq),
      this.under(accounts.company(''), seq),
      this.under(accounts.operating(''), seq),
      this.under(accounts.reserve(''), seq),
      this.under(accounts.distributions(''), seq),
    ])
    const properties = await this.ofProperties(escrow, fees)
    const [aed, ...others] = await this.suspense(seq)
    const [bank, cardClearing, earnedFees] = await Promise.all(
      [accounts.bank(), accounts.cardClearing(), accounts.earnedFees()].map((id) => this.one(id, seq)),
    )
    const totals = {
      ...{ bankFils: negated(bank!), cardClearingFils: negated(cardClearing!), earnedFeesFils: earnedFees! },
      ...{ escrowFils: totalOf(escrow), pendingFeesFils: totalOf(fees), companyFils: totalOf(company) },
      incomeFils: sum(...income.map(totalOf)),
    }
    // What the bank and the card processor hold, and what is missing, is owed to someone; the rest to investors.
    const held = sum(totals.bankFils, totals.cardClearingFils, fils(aed!.missingMinor))
    const { escrowFils, pendingFeesFils, companyFils, earnedFeesFils, incomeFils } = totals
    const owed = sum(escrowFils, pendingFeesFils, companyFils, earnedFeesFils, incomeFils, fils(aed!.heldMinor))
    return ok({
      readAt,
      ledgerSeq: seq,
      properties,
      ...totals,
      refundsDueFils: subtract(held, owed),
      suspense: [aed!, ...others],
    })
  }

  /** Returns the properties with money in escrow or pending fees, by title. */
  private async ofProperties(escrow: Balances, fees: Balances) {
    const ids = [...new Set([...escrow, ...fees].flatMap(([id, balance]) => (balance === 0 ? [] : [propertyOf(id)])))]
    const raises = await this.raises.byIds(ids)
    const rows = ids.map((propertyId) => {
      const { slug = propertyId, title = propertyId } = raises.get(propertyId) ?? {}
      return {
        property: { propertyId, slug, title },
        escrowFils: fils(escrow.get(accounts.escrow(propertyId)) ?? 0),
        pendingFeesFils: fils(fees.get(accounts.pendingFees(propertyId)) ?? 0),
      }
    })
    return rows.sort((a, b) => (a.property.title < b.property.title ? -1 : 1))
  }

  /** Returns the money in suspense and what is missing, in dirhams first, then in the currencies of open items. */
  private async suspense(seq: number) {
    const open = new Set((await this.items.totals()).map(({ currency }) => currency))
    const currencies = ['aed', ...[...open].filter((currency) => currency !== 'aed').sort()]
    return Promise.all(
      currencies.map(async (currency) => ({
        currency,
        heldMinor: await this.one(accounts.suspense(currency), seq),
        missingMinor: negated(await this.one(accounts.suspenseOut(currency), seq)),
      })),
    )
  }

  private async one(accountId: string, seq: number): Promise<Fils> {
    return fils((await this.under(accountId, seq)).get(accountId) ?? 0)
  }

  private async under(prefix: string, seq: number): Promise<Balances> {
    const found = new Map<string, number>()
    for await (const { id, balance } of this.ledger.balancesAt(prefix, { seq }))
      found.set(id, balance.creditsPosted - balance.debitsPosted)
    return found
  }
}

const propertyOf = (accountId: string) => accountId.slice(accountId.lastIndexOf(':') + 1)
const totalOf = (balances: Balances) =>
  [...balances.values()].reduce<Fils>((total, each) => sum(total, fils(each)), ZERO)
const negated = (amount: Fils) => subtract(ZERO, amount)
