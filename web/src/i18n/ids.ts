// Types only: the English catalogues are the list of ids.
import type shell from './en/shell.json'
import type ui from './en/ui.json'
import type home from './en/home.json'
import type properties from './en/properties.json'
import type property from './en/property.json'

export type MessageId =
  | keyof typeof shell
  | keyof typeof ui
  | keyof typeof home
  | keyof typeof properties
  | keyof typeof property
