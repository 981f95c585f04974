/** Prepares spare processes one after the other, so that they take little from what is being served. */
export class Spares {
  private readonly queue = new Set<string>()
  private pauses = 0
  private isWorking = false

  /** @param prepare resolves when the spare of a service has loaded its packages */
  constructor(private readonly prepare: (service: string) => Promise<void>) {}

  add(services: readonly string[]): void {
    for (const service of services) this.queue.add(service)
    void this.work()
  }

  /** Starts no further spare until the returned function is called. */
  pause(): () => void {
    this.pauses += 1
    let resumed = false
    return () => {
      if (resumed) return
      resumed = true
      this.pauses -= 1
      void this.work()
    }
  }

  private async work(): Promise<void> {
    if (this.isWorking) return
    this.isWorking = true
    while (this.pauses === 0) {
      const [next] = this.queue
      if (next === undefined) break
      this.queue.delete(next)
      await this.prepare(next)
    }
    this.isWorking = false
  }
}
