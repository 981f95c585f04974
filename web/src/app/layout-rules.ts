import { splitLocale } from '../lib/locale.js'

/** Whether the header, breadcrumbs and footer stand on a page, by path (docs/product.md). */
export interface LayoutRules {
  header: boolean
  /** The header spans the window and lines up with the columns of the compliance desk. */
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

/** The rules of a path, with or without a language prefix. The staff desk is a tool and has neither crumbs nor footer. */
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

/** The friendly name of a path segment, as a message id; null when it has none. */
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
  'payment-success': 'shell.crumb.payment',
  'payment-cancel': 'shell.crumb.payment',
  contact: 'shell.crumb.contact',
} as const
