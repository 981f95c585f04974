import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { GatewayConfig } from '../config.js'
import { publicConfig } from './config-json.js'

export interface Page {
  status: number
  redirect?: string
  /** Every read that it was rendered from succeeded, so that it holds until a property event. */
  cacheable: boolean
  html: string
}

export interface PageRequest {
  url: string
  theme: 'light' | 'dark' | 'system'
  nonce: string
  /** Business time. */
  nowMs: number
  fetchApi(path: string): Promise<Response>
}

interface WebEntry {
  render(request: PageRequest & { config: unknown; assets: unknown }): Promise<Page>
  renderShell(request: PageRequest & { config: unknown; assets: unknown }): Page
}

export interface Web {
  render(request: PageRequest): Promise<Page>
  /** The page without its content, which the browser then renders: for what could not be rendered here. */
  shell(request: PageRequest): Page
}

/** Loads the web's built server entry. It is an artefact: nothing of its source is imported here. */
export async function loadWeb(config: GatewayConfig): Promise<Web> {
  const manifest = join(config.WEB_DIST, 'client', '.vite', 'manifest.json')
  const assets = JSON.parse(await readFile(manifest, 'utf8')) as unknown
  const entry = pathToFileURL(join(config.WEB_DIST, 'server', 'entry-server.js')).href
  const web = (await import(entry)) as WebEntry
  const always = { config: publicConfig(config), assets }
  return {
    render: (request) => web.render({ ...request, ...always }),
    shell: (request) => web.renderShell({ ...request, ...always }),
  }
}
