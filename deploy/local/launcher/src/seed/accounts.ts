/** An account that the first start creates. */
export interface DemoAccount {
  email: string
  fullName: string
  groups: string[]
  /** A description for users. */
  about: string
}

export const demoPassword = 'Hissa-2026!'

const account = (name: string, fullName: string, groups: string[], about: string): DemoAccount => ({
  email: `${name}@hissa.test`,
  fullName,
  groups,
  about,
})

export const demoAccounts: readonly DemoAccount[] = [
  account('investor', 'Layla Haddad', ['investor'], 'investor who holds units'),
  account('newcomer', 'Omar Saleh', ['investor'], 'confirmed, no profile yet'),
  account('compliance', 'Noura Karim', ['compliance'], 'decides identity checks'),
  account('compliance2', 'Sami Darwish', ['compliance'], 'the second of compliance'),
  account('finance', 'Huda Mansour', ['finance'], 'finance staff'),
  account('finance2', 'Tariq Nasser', ['finance'], 'the second of finance'),
  account('content', 'Rania Aziz', ['content'], 'properties and legal texts'),
  account('content2', 'Yusuf Amin', ['content'], 'the second of content'),
  account('admin', 'Maha Zayed', ['admin'], 'administrator'),
  account('admin2', 'Khaled Farouq', ['admin'], 'the second administrator'),
]
