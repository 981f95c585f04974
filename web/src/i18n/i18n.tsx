import { I18n, type MessageDescriptor, type Messages } from '@lingui/core'
import { I18nProvider, Trans, useLingui } from '@lingui/react'
import { useCallback, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import { countIn } from '../lib/format-count.js'
import type { AppLocale } from '../lib/locale.js'
import { formatMessage, LANGUAGES, type Message } from '@hissa/texts'
import { loadCatalogue, type Namespace } from './catalogues.js'
import type { MessageId } from './ids.js'

export type { MessageId } from './ids.js'
export type Values = Record<string, string | number>

/** A language with the catalogues of the features opened so far. One per request on the server. */
export interface Language {
  readonly i18n: I18n
  readonly namespaces: Set<Namespace>
}

/** The library's instance with the web's own formatter. A missing message is shown as its id. */
class Texts extends I18n {
  override _(message: MessageDescriptor | string, values: Readonly<Record<string, unknown>> = {}): string {
    const id = typeof message === 'string' ? message : message.id
    return formatMessage((this.messages[id] as Message | undefined) ?? id, values, this.locales as string)
  }
}

/** Creates an instance without catalogues. */
export function createLanguage(): Language {
  return { i18n: new Texts({}), namespaces: new Set() }
}

/** Loads the missing catalogues of a screen in the given language and switches to it. */
export async function activateLanguage(
  language: Language,
  locale: AppLocale,
  wanted: readonly Namespace[],
): Promise<void> {
  wanted.forEach((namespace) => language.namespaces.add(namespace))
  const parts = await Promise.all([...language.namespaces].map((namespace) => loadCatalogue(locale, namespace)))
  const messages = Object.assign({}, ...parts) as Messages
  countIn(locale)
  language.i18n.loadAndActivate({ locale, locales: LANGUAGES[locale].tag, messages })
}

/** Provides the language and its texts to the screens. */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  return <I18nProvider i18n={language.i18n}>{children}</I18nProvider>
}

/** Returns the function that turns a message id into text in the current language; the compiler checks ids. */
export function useT(): (id: MessageId, values?: Values) => string {
  const { i18n } = useLingui()
  return useCallback((id: MessageId, values?: Values) => i18n._(id, values), [i18n, i18n.locale, i18n.messages]) // eslint-disable-line react-hooks/exhaustive-deps
}

/** Returns the current language. */
export function useLocale(): AppLocale {
  return useLingui().i18n.locale as AppLocale
}

interface TextProps {
  id: MessageId
  values?: ComponentProps<typeof Trans>['values']
  /** Elements for the tags of the message: `One square is <money/>.` */
  components?: Record<string, ReactElement>
}

/** Shows a message with embedded elements. */
export function Text({ id, values, components }: TextProps) {
  return <Trans id={id} values={values} components={components} />
}
