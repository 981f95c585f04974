import { splitLocale } from '../lib/locale.js'

/** Which of header, breadcrumbs and footer a page shows, by path (docs/product.md). */
export interface LayoutRules {
  header: boolean
  /** The header spans the window and aligns with the columns of the compliance desk. */
  desk: boolean
  breadcrumbs: boolean
  footer: boolean
}

const NO_HEADER = ['/signin', '/registration', '/email-confirmation', '/forgot-password']
const NO_CRUMBS = ['/', '/about', '/legal', '/properties']
const NO_FOOTER = [
  ...NO_HEADER,
  '/early-access',
  '/rewards-program',
  '/onboarding',
  '/investor-digital-card',
  '/profile',
  '/profile-management',
  '/profile-completion',
  '/contact',
  '/investor-dashboard',
]

/**
 * Returns the rules of a path, with or without a language prefix. The staff desk has neither breadcrumbs nor footer.
 */
export function layoutRules(pathname: string): LayoutRules {
  const path = splitLocale(pathname)[1].replace(/(.)\/$/, '$1')
  const staff = path.startsWith('/staff')
  const header = !NO_HEADER.includes(path)
  return {
    header,
    desk: /^\/staff\/kyc(\/|$)/.test(path),
    breadcrumbs: header && !staff && !NO_CRUMBS.includes(path),
    footer: !staff && !NO_FOOTER.includes(path),
  }
}

/** Returns the message id of a path segment's name; null if it has none. */
export function crumbName(segment: string) {
  return CRUMB_NAMES[segment as keyof typeof CRUMB_NAMES] ?? null
}

const CRUMB_NAMES = {
  properties: 'shell.crumb.properties',
  portfolio: 'shell.crumb.portfolio',
  dashboard: 'shell.crumb.dashboard',
  'investor-dashboard': 'shell.crumb.investorDashboard',
  'investment-flow': 'shell.crumb.investmentFlow',
  auth: 'shell.crumb.auth',
  signin: 'shell.crumb.signin',
  registration: 'shell.crumb.registration',
  onboarding: 'shell.crumb.onboarding',
  payment: 'shell.crumb.payment',
  payments: 'shell.crumb.payment',
  orders: 'shell.crumb.orders',
  'add-payment-method': 'shell.crumb.cards',
  amount: 'shell.crumb.flow.amount',
  eligibility: 'shell.crumb.flow.eligibility',
  disclosures: 'shell.crumb.flow.disclosures',
  review: 'shell.crumb.flow.review',
  pay: 'shell.crumb.flow.pay',
  'payment-success': 'shell.crumb.payment',
  'payment-cancel': 'shell.crumb.payment',
  tokenization: 'shell.crumb.tokens',
  transactions: 'shell.crumb.transaction',
  wallet: 'shell.crumb.wallet',
  contact: 'shell.crumb.contact',
} as const
