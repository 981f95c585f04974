import type { MessageId } from '../i18n/i18n.js'

export interface NavItem {
  to: string
  label: MessageId
  /** Shown only to readers with one of these roles. The server decides all the same. */
  roles?: readonly string[]
}

/** The header's links. Only screens that exist. */
export const HEADER_LINKS: { signedOut: NavItem[]; signedIn: NavItem[] } = {
  signedOut: [
    { to: '/properties', label: 'shell.nav.properties' },
    { to: '/#how', label: 'shell.nav.how' },
  ],
  signedIn: [
    { to: '/properties', label: 'shell.nav.properties' },
    { to: '/investor-dashboard', label: 'shell.nav.dashboard' },
  ],
}

const ACCOUNT_LINKS: NavItem[] = [
  { to: '/investor-dashboard', label: 'shell.account.dashboard' },
  { to: '/properties', label: 'shell.nav.properties' },
  { to: '/staff/kyc', label: 'shell.account.identityChecks', roles: ['compliance'] },
]

/** The account menu's links for a reader with these roles. */
export function accountLinks(roles: readonly string[]): NavItem[] {
  return ACCOUNT_LINKS.filter((link) => !link.roles || link.roles.some((role) => roles.includes(role)))
}
