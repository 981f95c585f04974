import { WorkerPool, workerFile } from '@hissa/kernel/workers'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { GatewayConfig } from '../config.js'
import { publicConfig } from './config-json.js'
import type { ApiAnswer, ApiRead, Page, RenderTask, Site, SiteTask } from './render-page.worker.js'

export type { Page, Site } from './render-page.worker.js'

export interface PageRequest {
  url: string
  theme: 'light' | 'dark' | 'system'
  nonce: string
  /** Business time. */
  nowMs: number
  fetchApi(path: string): Promise<Response>
}

export interface Web {
  readonly site: Site
  render(request: PageRequest): Promise<Page>
  /**
   * Returns the page without its content, which the browser then renders; for pages that could not be rendered here.
   */
  shell(request: Omit<PageRequest, 'fetchApi'>): Promise<Page>
  close(): Promise<void>
}

/**
 * A page spends part of its time waiting for reads, so a thread renders several at once. The first thread is kept,
 * because loading the web takes longer than rendering a page.
 */
const LIMITS = {
  ...{ tasksPerThread: 4, minThreads: 1, maxWaiting: 256, maxWaitingPerUser: 256 },
  ...{ queueTimeoutMs: 20_000, taskTimeoutMs: 20_000, heapLimitMb: 256 },
}

/** Loads the web's built server entry on a worker thread. Throws if it can't be loaded. */
export async function loadWeb(config: GatewayConfig): Promise<Web> {
  const pool = new WorkerPool<RenderTask | SiteTask, Page | Site>({
    file: workerFile(import.meta.url, 'render-page.worker'),
    transferOf: (task) => ('port' in task && task.port ? [task.port] : []),
    ...LIMITS,
  })
  const always = { webDist: config.WEB_DIST, config: publicConfig(config) }
  const page = (task: RenderTask) => pool.run('pages', async () => task) as Promise<Page>
  const shell: Web['shell'] = (request) => page({ ...always, ...request })
  const site = await describe().catch(async (error: unknown) => {
    await pool.close()
    throw error
  })
  async function describe(): Promise<Site> {
    await shell({ url: '/', theme: 'system', nonce: '', nowMs: 0 })
    return (await pool.run('pages', async () => ({ webDist: config.WEB_DIST, site: true }))) as Site
  }
  return {
    site,
    render: async ({ fetchApi, ...request }) => {
      const { port1: own, port2: port } = new MessageChannel()
      serveReads(own, fetchApi)
      try {
        return await page({ ...always, ...request, port })
      } finally {
        own.close()
      }
    },
    shell,
    close: () => pool.close(),
  }
}

function serveReads(port: MessagePort, fetchApi: PageRequest['fetchApi']): void {
  port.on('message', ({ id, path }: ApiRead) => void answer(port, id, fetchApi(path)))
}

async function answer(port: MessagePort, id: number, read: Promise<Response>): Promise<void> {
  const response = await read.catch(() => new Response('{}', { status: 503 }))
  const contentType = response.headers.get('content-type') ?? 'application/json'
  const body = new Uint8Array(await response.arrayBuffer())
  port.postMessage({ id, status: response.status, contentType, body } satisfies ApiAnswer, [body.buffer])
}
