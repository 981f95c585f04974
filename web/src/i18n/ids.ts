// Types only: the English catalogues are the list of ids.
import type shell from './en/shell.json'
import type ui from './en/ui.json'
import type home from './en/home.json'
import type properties from './en/properties.json'
import type property from './en/property.json'
import type company from './en/company.json'
import type auth from './en/auth.json'
import type onboarding from './en/onboarding.json'
import type invest from './en/invest.json'
import type dashboard from './en/dashboard.json'
import type staff from './en/staff.json'
import type content from './en/content.json'
import type finance from './en/finance.json'

export type MessageId =
  | keyof typeof shell
  | keyof typeof ui
  | keyof typeof home
  | keyof typeof properties
  | keyof typeof property
  | keyof typeof company
  | keyof typeof auth
  | keyof typeof onboarding
  | keyof typeof invest
  | keyof typeof dashboard
  | keyof typeof staff
  | keyof typeof content
  | keyof typeof finance
