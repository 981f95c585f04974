/** An account that the first start creates. */
export interface DemoAccount {
  email: string
  fullName: string
  groups: string[]
  /** A description for users. */
  about: string
}

/** The password of the demo accounts where only this machine can sign in. */
export const documentedPassword = 'Hissa-2026!'

/** The documented password, or the one that was generated because other machines can sign in. */
export let demoPassword = process.env['DEMO_PASSWORD'] || documentedPassword

/** Sets the password of this data folder's demo accounts, before anything shows or uses it. */
export const useDemoPassword = (password: string): void => void (demoPassword = password)

const account = (name: string, fullName: string, groups: string[], about: string): DemoAccount => ({
  email: `${name}@hissa.test`,
  fullName,
  groups,
  about,
})

export const demoAccounts: readonly DemoAccount[] = [
  account('investor', 'Layla Haddad', ['investor'], 'investor with shares'),
  account('newcomer', 'Omar Saleh', ['investor'], 'email confirmed, no profile yet'),
  account('compliance', 'Noura Karim', ['compliance'], 'reviews identity verifications'),
  account('compliance2', 'Sami Darwish', ['compliance'], 'second compliance reviewer'),
  account('finance', 'Huda Mansour', ['finance'], 'finance staff'),
  account('finance2', 'Tariq Nasser', ['finance'], 'second finance reviewer'),
  account('content', 'Rania Aziz', ['content'], 'properties and legal texts'),
  account('content2', 'Yusuf Amin', ['content'], 'second content reviewer'),
  account('admin', 'Maha Zayed', ['admin'], 'administrator'),
  account('admin2', 'Khaled Farouq', ['admin'], 'second administrator'),
]
