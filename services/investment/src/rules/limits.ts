import { fils, type Fils } from '@hissa/money'

/** The dirham is pegged to the dollar at 3.6725, so limits in dollars are exact in fils. */
const FILS_PER_DOLLAR = 367.25

/** Returns whole dollars in fils, at the fixed rate. */
export const dollars = (amount: number): Fils => fils(Math.round(amount * FILS_PER_DOLLAR))

/** DFSA: what a retail client may invest in a calendar year, USD 50,000. */
export const DFSA_ANNUAL_LIMIT_FILS = dollars(50_000)
/** ADGM, exempt offers: the least that each person pays, USD 100,000. */
export const EXEMPT_CONSIDERATION_FILS = dollars(100_000)
/** ADGM, exempt offers: fewer than 50 persons in 12 months. */
export const EXEMPT_PERSONS = 49
/** ADGM since 2023: the net assets of a professional client, USD 1,000,000. */
export const PROFESSIONAL_NET_ASSETS_FILS = dollars(1_000_000)
/** A valuation is at most three months old at the sale: on day 92 it is too old. */
export const VALUATION_MAXIMUM_AGE_DAYS = 91
