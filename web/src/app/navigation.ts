import type { MessageId } from '../i18n/i18n.js'

export interface NavItem {
  to: string
  label: MessageId
  /** Shown only to users with one of these roles. The server enforces it. */
  roles?: readonly string[]
  /** Hidden from staff who are not investors. */
  investing?: true
}

/** The header's links for visitors. Lists only screens that exist. */
export const SIGNED_OUT_LINKS: NavItem[] = [
  { to: '/properties', label: 'shell.nav.properties' },
  { to: '/#how', label: 'shell.nav.how' },
  { to: '/about', label: 'shell.nav.about' },
]

const SIGNED_IN_LINKS: NavItem[] = [
  { to: '/properties', label: 'shell.nav.properties' },
  { to: '/investor-dashboard', label: 'shell.nav.dashboard', investing: true },
  { to: '/staff/kyc', label: 'shell.account.identityChecks', roles: ['compliance'] },
  { to: '/staff/requests', label: 'shell.account.requests', roles: ['compliance', 'admin'] },
  { to: '/staff/content', label: 'shell.account.publications', roles: ['content', 'admin'] },
  { to: '/mae-knowledgebase-admin', label: 'shell.account.knowledge', roles: ['content', 'admin'] },
  { to: '/staff/finance', label: 'shell.account.finance', roles: ['finance'] },
  { to: '/staff/shareholders', label: 'shell.account.shareholders', roles: ['compliance', 'finance'] },
]

const ACCOUNT_LINKS: NavItem[] = [
  { to: '/profile', label: 'shell.account.profile', investing: true },
  { to: '/settings', label: 'shell.account.settings' },
  { to: '/investor-dashboard', label: 'shell.account.dashboard', investing: true },
  { to: '/saved', label: 'shell.account.saved', investing: true },
  { to: '/wallet', label: 'shell.account.wallet', investing: true },
  { to: '/investor-digital-card', label: 'shell.crumb.digitalCard', investing: true },
  { to: '/rewards-program', label: 'shell.crumb.rewards', investing: true },
  { to: '/cash', label: 'shell.account.cash', investing: true },
  { to: '/orders', label: 'shell.account.orders', investing: true },
  { to: '/payments', label: 'shell.account.payments', investing: true },
  { to: '/add-payment-method', label: 'shell.account.cards', investing: true },
  { to: '/properties', label: 'shell.nav.properties' },
  { to: '/staff/kyc', label: 'shell.account.identityChecks', roles: ['compliance'] },
  { to: '/staff/requests', label: 'shell.account.requests', roles: ['compliance', 'admin'] },
  { to: '/staff/content', label: 'shell.account.publications', roles: ['content', 'admin'] },
  { to: '/legal/admin', label: 'shell.account.legalAdmin', roles: ['content', 'admin'] },
  { to: '/mae-knowledgebase-admin', label: 'shell.account.knowledge', roles: ['content', 'admin'] },
  { to: '/staff/finance', label: 'shell.account.finance', roles: ['finance'] },
  { to: '/staff/shareholders', label: 'shell.account.shareholders', roles: ['compliance', 'finance'] },
  { to: '/staff/users', label: 'shell.account.users', roles: ['compliance', 'admin'] },
  { to: '/staff/audit', label: 'shell.account.audit', roles: ['compliance', 'admin'] },
  { to: '/contact', label: 'shell.contact' },
  { to: '/knowledge-avenue', label: 'shell.nav.knowledge', investing: true },
]

const STAFF = ['compliance', 'finance', 'content', 'admin']

function shownTo(roles: readonly string[]) {
  const invests = roles.includes('investor') || !roles.some((role) => STAFF.includes(role))
  return (link: NavItem) =>
    (!link.investing || invests) && (!link.roles || link.roles.some((role) => roles.includes(role)))
}

/** Returns the header's links for a user with these roles. */
export const headerLinks = (roles: readonly string[]): NavItem[] => SIGNED_IN_LINKS.filter(shownTo(roles))

/** Returns the account menu's links for a user with these roles. */
export const accountLinks = (roles: readonly string[]): NavItem[] => ACCOUNT_LINKS.filter(shownTo(roles))
