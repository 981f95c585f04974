import type { Messages } from '@lingui/core'
import type { AppLocale } from '../lib/locale.js'
import type { Namespace } from './ids.js'

export type { Namespace } from './ids.js'

/**
 * Returns the messages of one area in one language. `shell` and `ui` are on every screen; a route names the others it
 * needs. A new area needs its files and a line in ids.ts. The build replaces this import with one per file
 * (`build/catalogues.ts`), so that each is a separate chunk, fetched once.
 */
export async function loadCatalogue(locale: AppLocale, namespace: Namespace): Promise<Messages> {
  const file: unknown = await import(`./${locale}/${namespace}.json`, { with: { type: 'json' } })
  return (file as { default: Messages }).default
}
