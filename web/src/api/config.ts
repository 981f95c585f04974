import { log } from '../lib/log.js'
import type { AppConfig } from './config-schema.js'

export type { AppConfig } from './config-schema.js'

/**
 * Returns the configuration that the server validated and embedded in the page. Without one, fetches `/config.json` and
 * loads the schema to validate it.
 */
export async function loadConfig(): Promise<AppConfig> {
  const embedded = document.getElementById('config')?.textContent
  if (embedded) return JSON.parse(embedded) as AppConfig
  const [{ parseConfig }, response] = await Promise.all([
    import('./config-schema.js'),
    fetch('/config.json', { cache: 'no-cache' }),
  ])
  if (!response.ok) throw new Error(`config.json returned status ${response.status}`)
  const config = parseConfig(await response.json())
  if (!config.stripePublishableKey) log('warn', 'config: stripePublishableKey is missing, some features may not work')
  return config
}
