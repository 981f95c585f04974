import { log } from '../lib/log.js'
import type { AppConfig } from './config-schema.js'

export type { AppConfig } from './config-schema.js'

/**
 * The configuration that the server checked and put into the page, else `/config.json`, checked here. The schema is
 * loaded for the second only.
 */
export async function loadConfig(): Promise<AppConfig> {
  const embedded = document.getElementById('config')?.textContent
  if (embedded) return JSON.parse(embedded) as AppConfig
  const [{ parseConfig }, response] = await Promise.all([
    import('./config-schema.js'),
    fetch('/config.json', { cache: 'no-cache' }),
  ])
  if (!response.ok) throw new Error(`config.json answered ${response.status}`)
  const config = parseConfig(await response.json())
  if (!config.stripePublishableKey) log('warn', 'config: stripePublishableKey is missing, some features may not work')
  return config
}
