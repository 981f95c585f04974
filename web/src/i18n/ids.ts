// Types only: the English catalogues define the areas and ids.
import type shell from './en/shell.json'
import type ui from './en/ui.json'
import type home from './en/home.json'
import type properties from './en/properties.json'
import type property from './en/property.json'
import type company from './en/company.json'
import type auth from './en/auth.json'
import type account from './en/account.json'
import type onboarding from './en/onboarding.json'
import type payment from './en/payment.json'
import type invest from './en/invest.json'
import type cash from './en/cash.json'
import type rewards from './en/rewards.json'
import type card from './en/card.json'
import type payouts from './en/payouts.json'
import type reconciliation from './en/reconciliation.json'
import type dashboard from './en/dashboard.json'
import type staff from './en/staff.json'
import type content from './en/content.json'
import type offerings from './en/offerings.json'
import type finance from './en/finance.json'
import type income from './en/income.json'
import type rent from './en/rent.json'
import type valuations from './en/valuations.json'
import type statements from './en/statements.json'
import type tokens from './en/tokens.json'
import type wallet from './en/wallet.json'
import type chat from './en/chat.json'
import type knowledge from './en/knowledge.json'
import type learn from './en/learn.json'
import type shareholders from './en/shareholders.json'
import type notices from './en/notices.json'
import type oversight from './en/oversight.json'

/** The areas, each in a separate message file. */
interface Catalogues {
  shell: typeof shell
  ui: typeof ui
  home: typeof home
  properties: typeof properties
  property: typeof property
  company: typeof company
  auth: typeof auth
  account: typeof account
  onboarding: typeof onboarding
  invest: typeof invest
  payment: typeof payment
  dashboard: typeof dashboard
  cash: typeof cash
  rewards: typeof rewards
  card: typeof card
  payouts: typeof payouts
  reconciliation: typeof reconciliation
  staff: typeof staff
  content: typeof content
  offerings: typeof offerings
  finance: typeof finance
  income: typeof income
  rent: typeof rent
  valuations: typeof valuations
  statements: typeof statements
  tokens: typeof tokens
  wallet: typeof wallet
  chat: typeof chat
  learn: typeof learn
  shareholders: typeof shareholders
  notices: typeof notices
  oversight: typeof oversight
  knowledge: typeof knowledge
}

export type Namespace = keyof Catalogues
export type MessageId = { [Area in Namespace]: keyof Catalogues[Area] }[Namespace]
