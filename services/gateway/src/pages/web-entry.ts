import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { GatewayConfig } from '../config.js'
import { publicConfig } from './config-json.js'

export interface Page {
  status: number
  redirect?: string
  html: string
}

export interface PageRequest {
  url: string
  theme: 'light' | 'dark' | undefined
  nonce: string
  fetchApi(path: string): Promise<{ status: number; body: unknown }>
}

interface WebEntry {
  render(request: PageRequest & { config: unknown }): Promise<Page>
}

/** Loads the web's built server entry. It is an artefact: nothing of its source is imported here. */
export async function loadWeb(config: GatewayConfig): Promise<(request: PageRequest) => Promise<Page>> {
  const entry = pathToFileURL(join(config.WEB_DIST, 'server', 'entry-server.js')).href
  const web = (await import(entry)) as WebEntry
  return (request) => web.render({ ...request, config: publicConfig(config) })
}
