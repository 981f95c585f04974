import type { Messages } from '@lingui/core'
import type { AppLocale } from '../lib/locale.js'
import type { Namespace } from './ids.js'
import { importCatalogue } from './import-catalogue.js'

export type { Namespace } from './ids.js'

/**
 * Returns the messages of one area in one language, from a chunk of their own that is fetched once. `shell` and `ui` are
 * on every screen; a route names the others it needs. A new area adds its files and a line in ids.ts.
 */
export async function loadCatalogue(locale: AppLocale, namespace: Namespace): Promise<Messages> {
  return (await importCatalogue(locale, namespace)).default as Messages
}
