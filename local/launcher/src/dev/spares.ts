import { Pauses } from './pauses.js'

/** Prepares spare processes one at a time, so that the running services keep most of the processor. */
export class Spares {
  private queue = new Set<string>()
  private readonly pauses = new Pauses(() => void this.work())
  private isWorking = false

  /** @param prepare resolves when the spare of a service has loaded its packages */
  constructor(private readonly prepare: (service: string) => Promise<void>) {}

  /** Those added last come first, since they are probably edited next. */
  add(services: readonly string[]): void {
    this.queue = new Set([...services, ...this.queue])
    void this.work()
  }

  /** Starts no further spare until the returned function is called. */
  pause(): () => void {
    return this.pauses.pause()
  }

  private async work(): Promise<void> {
    if (this.isWorking) return
    this.isWorking = true
    while (!this.pauses.isPaused) {
      const [next] = this.queue
      if (next === undefined) break
      this.queue.delete(next)
      await this.prepare(next)
    }
    this.isWorking = false
  }
}
