import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MessagePort } from 'node:worker_threads'

/** A rendered page. */
export interface Page {
  status: number
  redirect?: string
  /** True if every read that it was rendered from succeeded, so that it is valid until a property event. */
  cacheable: boolean
  html: string
}

/** The input of a page, besides what it fetches from the API through `port`. */
export interface RenderTask {
  webDist: string
  /** The object served as `/config.json`. */
  config: unknown
  url: string
  theme: 'light' | 'dark' | 'system'
  nonce: string
  /** Business time. */
  nowMs: number
  /** Absent for the page without its content, which the browser then renders. */
  port?: MessagePort
}

/** Asks for the addresses of the web instead of a page. */
export interface SiteTask {
  webDist: string
  site: true
}

/** Addresses of the web without a language, for search engines. */
export interface Site {
  /** Public pages; those of the properties are not among them. */
  pages: readonly string[]
  /** Beginnings of the addresses that only a signed-in user or the holder of a link can open. */
  closed: readonly string[]
}

export interface ApiRead {
  id: number
  path: string
}
export interface ApiAnswer {
  id: number
  status: number
  contentType: string
  body: Uint8Array<ArrayBuffer>
}

interface WebEntry {
  render(request: object): Promise<Page>
  renderShell(request: object): Promise<Page>
  site: Site
}

let web: Promise<{ entry: WebEntry; assets: unknown }> | undefined

/** Renders one page with the web's built server entry, which is loaded once per thread. */
export default async function renderPage(task: RenderTask | SiteTask): Promise<Page | Site> {
  const { webDist } = task
  const { entry, assets } = await (web ??= load(webDist))
  if ('site' in task) return entry.site
  const { port, webDist: _, ...request } = task
  if (!port) return plain(await entry.renderShell({ ...request, assets }))
  try {
    return plain(await entry.render({ ...request, assets, fetchApi: fetchThrough(port) }))
  } finally {
    port.close()
  }
}

/** The built web is an artefact, so none of its source is imported. */
async function load(webDist: string) {
  const manifest = await readFile(join(webDist, 'client', '.vite', 'manifest.json'), 'utf8')
  const entry = (await import(pathToFileURL(join(webDist, 'server', 'entry-server.js')).href)) as WebEntry
  return { entry, assets: JSON.parse(manifest) as unknown }
}

/** Only what the other thread needs: the entry also returns state that the page already contains. */
const plain = ({ status, redirect, cacheable, html }: Page): Page => ({
  ...{ status, cacheable, html },
  ...(redirect !== undefined && { redirect }),
})

/** Fetches from the API through the gateway's own routes, on its main thread. */
function fetchThrough(port: MessagePort): (path: string) => Promise<Response> {
  const waiting = new Map<number, (answer: ApiAnswer) => void>()
  let reads = 0
  port.on('message', (answer: ApiAnswer) => {
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })
  return async (path) => {
    const id = (reads += 1)
    const { status, contentType, body } = await new Promise<ApiAnswer>((resolve) => {
      waiting.set(id, resolve)
      port.postMessage({ id, path } satisfies ApiRead)
    })
    return new Response(body, { status, headers: { 'content-type': contentType } })
  }
}
