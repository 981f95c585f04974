import type { IncomingMessage, ServerResponse } from 'node:http'

const scriptPath = '/__dev/reload.js'
const eventsPath = '/__dev/events'

/** Identifies this start of the launcher, so that pages of an earlier start are reloaded too. */
const script = `
let start
const events = new EventSource('${eventsPath}')
events.addEventListener('start', ({ data }) => {
  if (start && start !== data) location.reload()
  start = data
})
events.addEventListener('reload', () => location.reload())
`

/**
 * Reloads open pages after a change: the script at the end of each page listens to the events that are sent here. The
 * script is a file of the page's own origin, so pages keep the policy of production.
 */
export class LiveReload {
  readonly pageEnd = `<script src="${scriptPath}" defer></script>`
  private readonly pages = new Set<ServerResponse>()
  private readonly start = String(Date.now())

  /** Serves the script and the events; returns false for every other request. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.url === scriptPath) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(script)
      return true
    }
    if (request.url !== eventsPath) return false
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(`retry: 500\nevent: start\ndata: ${this.start}\n\n`)
    this.pages.add(response)
    response.once('close', () => this.pages.delete(response))
    return true
  }

  reload(): void {
    for (const page of this.pages) page.write('event: reload\ndata: \n\n')
  }

  close(): void {
    for (const page of this.pages) page.end()
  }
}
