import { SERVICE_UNAVAILABLE } from '@hissa/contracts'
import { problemFor } from '@hissa/kernel'

/** As many as a thread renders at once: more would share its time and all arrive later. */
const AT_ONCE = 4
const MAX_WAITING = 200

/** Renders a few pages at once, and an address with several requests only once. */
export class RenderQueue<T> {
  private readonly underWay = new Map<string, Promise<T>>()
  private readonly waiting: (() => void)[] = []
  private running = 0

  /** Throws SERVICE_UNAVAILABLE when too many pages wait. */
  run(key: string, render: () => Promise<T>): Promise<T> {
    const known = this.underWay.get(key)
    if (known) return known
    if (this.waiting.length >= MAX_WAITING) {
      return Promise.reject(problemFor(SERVICE_UNAVAILABLE, 'Too many pages are being rendered. Please try again.'))
    }
    const rendered = this.inTurn(render).finally(() => this.underWay.delete(key))
    this.underWay.set(key, rendered)
    return rendered
  }

  private async inTurn(render: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) await new Promise<void>((resolve) => this.waiting.push(resolve))
    else this.running += 1
    try {
      return await render()
    } finally {
      // Yields, so that other responses are sent between two pages.
      setImmediate(() => this.startNext())
    }
  }

  private startNext(): void {
    const next = this.waiting.shift()
    if (next) next()
    else this.running -= 1
  }
}
