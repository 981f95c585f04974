import type { Proposal } from '@hissa/approvals'
import type {
  IncomeDocument,
  PublishedValuation,
  ValuationMethod,
  ValuationState,
  ValuationView,
} from '@hissa/contracts/investment'
import type { Save } from '@hissa/ledger'
import { fils, type Fils, quotaOf, type Units } from '@hissa/money'

export const VALUATIONS = 'valuations'
/** The action of approvals of valuations; at most one is pending for a property. */
export const VALUE = 'investment.value-property'

/** The content of such an approval; the row has the figures. */
export type ValuationProposal = { propertyId: string } & Proposal

/** A valuation of a whole property. Once decided, it never changes. */
export interface Valuation {
  /** Id of its approval. */
  _id: string
  propertyId: string
  slug: string
  title: string
  /** The day as of which the property was valued, `YYYY-MM-DD`. */
  date: string
  valueFils: Fils
  valuer: string
  method: ValuationMethod
  document: IncomeDocument
  state: ValuationState
  maker: string
  reason: string
  requestedAt: Date
  checker?: string
  checkerReason?: string
  decidedAt?: Date
  version: number
}

/** What is public of an approved valuation that counts. */
export type Counted = Pick<Valuation, '_id' | 'propertyId' | 'date' | 'valueFils' | 'valuer' | 'method'> & {
  document: Pick<IncomeDocument, 'sha256'>
  decidedAt: Date
}

/** Returns what units of a property were worth at a valuation: value × units ÷ all units, rounded down. Pure. */
export const worthOf = (valueFils: Fils, units: Units, unitsIssued: Units): Fils =>
  fils(quotaOf(valueFils, units, unitsIssued).floor)

/** Returns the save of some fields of a valuation, at the version it was read at. */
export const valuationSave = ({ _id: id, version }: Valuation, set: Partial<Valuation>): Save => ({
  ...{ collection: VALUATIONS, id, version, set },
})

/** Returns a valuation as finance staff see it. */
export function valuationView(row: Valuation, own = false): ValuationView {
  const { _id: valuationId, propertyId, slug, title, requestedAt, decidedAt, checker, checkerReason } = row
  const { date, valueFils, valuer, method, document, state, maker, reason, version } = row
  return {
    ...{ valuationId, property: { propertyId, slug, title }, date, valueFils, valuer, method, document, state },
    ...{ maker, reason, requestedAt: requestedAt.toISOString() },
    ...(checker === undefined ? {} : { checker }),
    ...(checkerReason === undefined ? {} : { checkerReason }),
    ...(decidedAt ? { decidedAt: decidedAt.toISOString() } : {}),
    ...(own ? { own: true as const } : {}),
    version,
  }
}

/** Returns an approved valuation as everyone sees it. */
export const publishedValuation = ({ date, valueFils, valuer, method, document, decidedAt }: Counted) =>
  ({
    ...{ date, valueFils, valuer, method, documentSha256: document.sha256 },
    approvedAt: decidedAt.toISOString(),
  }) satisfies PublishedValuation
