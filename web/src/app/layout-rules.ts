import { splitLocale } from '../lib/locale.js'

/** Which of header, breadcrumbs, footer and assistant a page shows, by path (docs/product.md). */
export interface LayoutRules {
  header: boolean
  /** The header spans the window and aligns with the columns of the page, as on the compliance screens. */
  isComplianceLayout: boolean
  breadcrumbs: boolean
  footer: boolean
  /** The button of the assistant. */
  chat: boolean
}

const NO_HEADER = ['/signin', '/registration', '/email-confirmation', '/forgot-password']
const NO_CRUMBS = ['/', '/about', '/legal', '/properties', '/phone-upload']
const NO_FOOTER = [
  ...NO_HEADER,
  '/early-access',
  '/rewards-program',
  '/onboarding',
  '/phone-upload',
  '/investor-digital-card',
  '/profile',
  '/profile-management',
  '/profile-completion',
  '/contact',
  '/investor-dashboard',
]
const NO_CHAT = [
  '/phone-upload',
  '/early-access',
  '/rewards-program',
  '/onboarding',
  '/investor-digital-card',
  '/profile',
  '/profile-management',
  '/contact',
]

/**
 * Returns the rules of a path, with or without a language prefix. Staff screens have neither breadcrumbs, a footer nor the
 * assistant.
 */
export function layoutRules(pathname: string): LayoutRules {
  const path = splitLocale(pathname)[1].replace(/(.)\/$/, '$1')
  const staff = /^\/(staff|mae-knowledgebase-admin|legal\/admin)(\/|$)/.test(path)
  const header = !NO_HEADER.includes(path)
  return {
    header,
    isComplianceLayout: /^\/staff\/kyc(\/|$)/.test(path),
    // The pages of the hub are named by their titles, which only they know.
    breadcrumbs: header && !staff && !NO_CRUMBS.includes(path) && !path.startsWith('/knowledge-avenue/'),
    footer: !staff && !NO_FOOTER.includes(path),
    chat: !staff && !NO_CHAT.includes(path),
  }
}

/** Returns the message id of a path segment's name; null if it has none. */
export function crumbName(segment: string) {
  return CRUMB_NAMES[segment as keyof typeof CRUMB_NAMES] ?? null
}

const CRUMB_NAMES = {
  properties: 'shell.crumb.properties',
  compare: 'shell.crumb.compare',
  portfolio: 'shell.crumb.portfolio',
  dashboard: 'shell.crumb.dashboard',
  'investor-dashboard': 'shell.crumb.investorDashboard',
  income: 'shell.crumb.income',
  statements: 'shell.crumb.statements',
  'investment-flow': 'shell.crumb.investmentFlow',
  auth: 'shell.crumb.auth',
  signin: 'shell.crumb.signin',
  registration: 'shell.crumb.registration',
  onboarding: 'shell.crumb.onboarding',
  payment: 'shell.crumb.payment',
  payments: 'shell.crumb.payment',
  orders: 'shell.crumb.orders',
  profile: 'shell.account.profile',
  'profile-management': 'shell.crumb.editProfile',
  settings: 'shell.account.settings',
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
  cash: 'shell.account.cash',
  contact: 'shell.crumb.contact',
  'early-access': 'shell.crumb.earlyAccess',
  saved: 'shell.account.saved',
  'property-showcase': 'shell.nav.properties',
  accessibility: 'shell.crumb.accessibility',
  version: 'shell.crumb.version',
  'shares-card-showcase': 'shell.crumb.shares',
  certificate: 'shell.crumb.certificate',
  'mobile-app': 'shell.crumb.mobileApp',
  marketplace: 'shell.crumb.marketplace',
  'investor-digital-card': 'shell.crumb.digitalCard',
  card: 'shell.crumb.digitalCard',
  'rewards-program': 'shell.crumb.rewards',
  rewards: 'shell.crumb.rewards',
  'email-preferences': 'shell.crumb.emails',
  notifications: 'shell.crumb.notices',
  'knowledge-avenue': 'shell.nav.knowledge',
} as const
