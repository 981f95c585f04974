import type {
  DistributionFact,
  DistributionState,
  DistributionView,
  InvestorIncomeView,
} from '@hissa/contracts/investment'
import { fils, type Fils, quotaOf, subtract, sum, type Units, type Waterfall, ZERO } from '@hissa/money'
import { endOfDay } from '../rules/rules.api.js'

export const DISTRIBUTIONS = 'distributions'
export const SHARES = 'distribution_shares'
/** The action of approvals of distributions; at most one is pending for a property and period. */
export const DISTRIBUTE = 'investment.distribute'

/** The content of such an approval. */
export type DistributionProposal = { propertyId: string; period: string; recordDate: string } & Readonly<
  Record<string, unknown>
>

/**
 * The work on an approved distribution. `collecting` stores every holding as of the record date with its quota,
 * `declaring` fixes each amount, `paying` pays it.
 */
export type DistributionWork = 'collecting' | 'declaring' | 'paying'

/** Position in the order of the shares, by which the remainder is given out: the last one that was processed. */
export type SharePlace = readonly [remainder: number, since: number, id: string]

export interface Distribution {
  _id: string
  propertyId: string
  slug: string
  title: string
  period: string
  recordDate: string
  state: DistributionState
  figures: Waterfall
  netIncomeFils: Fils
  unitsIssued: Units
  /** Hash of what it rests on. */
  evidence: string
  maker: string
  reason: string
  requestedAt: Date
  checker?: string
  checkerReason?: string
  declaredAt?: Date
  paidAt?: Date
  work?: DistributionWork
  /** The last account that was collected; empty before the first. */
  after?: string
  collectedUnits?: Units
  /** The sum of the collected quotas, rounded down. */
  collectedFils?: Fils
  investors?: number
  /** How many fils are left after rounding down; the first shares in order receive one each. */
  leftFils?: Fils
  /** How many shares the current work has processed, and the last of them. */
  position?: number
  place?: SharePlace
  paidInvestors?: number
  paidFils?: Fils
  companyFils?: Fils
  version: number
}

/** One holder's part of a distribution. Without `userId`: of the company, for units that no investor holds. */
export interface Share {
  /** `<distribution id>:<user id>`, or `:~company` at its end. */
  _id: string
  distributionId: string
  userId?: string
  propertyId: string
  units: Units
  /** The quota rounded down. */
  floorFils: Fils
  /** The remainder of the quota, in parts of all units. */
  remainder: number
  /** When the holding began, in ms. */
  since: number
  state: 'collected' | 'declared' | 'paid'
  amountFils?: Fils
  declaredAt?: Date
  paidAt?: Date
  version: number
}

/** A user id never begins with a tilde, which sorts after every id. */
const COMPANY = '~company'
/** Of equal remainders, the company's comes last. */
const COMPANY_SINCE = Number.MAX_SAFE_INTEGER

export const shareId = (distributionId: string, userId = COMPANY) => `${distributionId}:${userId}`

/** The moment whose holdings count: the end of the record date in Dubai. */
export const recordMoment = (recordDate: string): Date => endOfDay(recordDate)

/** Returns a holder's part before the remainder is given out. */
export function shareOf(
  { _id, propertyId, netIncomeFils, unitsIssued }: Distribution,
  { userId, units, since }: { userId?: string; units: Units; since?: Date },
): Omit<Share, 'version'> {
  const { floor, remainder } = quotaOf(netIncomeFils, units, unitsIssued)
  return {
    ...{ _id: shareId(_id, userId), distributionId: _id, propertyId, units, floorFils: fils(floor), remainder },
    ...(userId === undefined ? {} : { userId }),
    since: since ? since.getTime() : COMPANY_SINCE,
    state: 'collected',
  }
}

/** Returns the amount of the share at a position of the order: its quota, and one fil while any is left. */
export const amountOf = ({ floorFils }: Pick<Share, 'floorFils'>, position: number, leftFils: Fils): Fils =>
  fils(floorFils + (position < leftFils ? 1 : 0))

/** Compares two shares by the order in which the remainder is given out: largest remainder, oldest holding, id. */
export const byRemainder = (a: Share, b: Share): number =>
  b.remainder - a.remainder || a.since - b.since || (a._id < b._id ? -1 : 1)

export const placeOf = ({ remainder, since, _id }: Share): SharePlace => [remainder, since, _id]

/** Returns the data of an investor's event. */
export function factOfShare(
  { propertyId, period, unitsIssued, netIncomeFils, recordDate }: Distribution,
  { distributionId, userId, units, amountFils }: Share & { userId: string },
  version: number,
): DistributionFact {
  return {
    ...{ distributionId, userId, propertyId, period, recordDate, unitsIssued, netIncomeFils, version },
    ...{ units, amountFils: amountFils! },
  }
}

/** Returns a distribution as finance staff see it. */
export function distributionView(
  row: Distribution,
  { own, outdated }: { own: boolean; outdated: boolean },
): DistributionView {
  const { _id, propertyId, slug, title, period, recordDate, state, figures, netIncomeFils, unitsIssued } = row
  const { checker, checkerReason, declaredAt, paidAt, companyFils } = row
  return {
    distributionId: _id,
    property: { propertyId, slug, title },
    ...{ period, recordDate, state, waterfall: figures, netIncomeFils, unitsIssued },
    ...{ maker: row.maker, reason: row.reason, requestedAt: row.requestedAt.toISOString() },
    ...(checker === undefined ? {} : { checker }),
    ...(checkerReason === undefined ? {} : { checkerReason }),
    ...(declaredAt ? { declaredAt: declaredAt.toISOString() } : {}),
    ...(paidAt ? { paidAt: paidAt.toISOString() } : {}),
    ...(declaredAt
      ? {
          progress: {
            ...{ investors: row.investors ?? 0, paidInvestors: row.paidInvestors ?? 0 },
            paidFils: row.paidFils ?? ZERO,
            ...(companyFils === undefined ? {} : { companyFils }),
          },
        }
      : {}),
    ...(outdated ? { outdated: true as const } : {}),
    ...(own ? { own: true as const } : {}),
    version: row.version,
  }
}

/** Returns an investor's part with its derivation. */
export function investorIncomeView(share: Share, distribution: Distribution): InvestorIncomeView {
  const { propertyId, slug, title, period, unitsIssued, figures, netIncomeFils, recordDate } = distribution
  const { distributionId, units, amountFils, state, declaredAt, paidAt } = share
  return {
    distributionId,
    property: { propertyId, slug, title },
    ...{ period, unitsIssued, waterfall: figures, netIncomeFils, recordDate },
    ...{ state: state === 'paid' ? 'paid' : 'declared', units, amountFils: amountFils! },
    declaredAt: declaredAt!.toISOString(),
    ...(paidAt ? { paidAt: paidAt.toISOString() } : {}),
  }
}

/** Returns what remains of the net income after rounding every quota down; less than a fil for each holder. */
export const leftOf = ({ netIncomeFils, collectedFils = ZERO }: Distribution, companyFloorFils: Fils): Fils =>
  subtract(netIncomeFils, sum(collectedFils, companyFloorFils))
