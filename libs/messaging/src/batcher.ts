import { systemTiming, type Timing } from '@hissa/kernel'

interface Waiting<T> {
  item: T
  resolve: () => void
}

/**
 * Batches items that arrive within `lingerMs` of the first, or while an earlier batch is being handled. Handles one
 * batch at a time. `handle` must not reject.
 */
export class Batcher<T> {
  private waiting: Waiting<T>[] = []
  private isRunning = false

  constructor(
    private readonly lingerMs = 0,
    private readonly handle: (items: readonly T[]) => Promise<void>,
    private readonly timing: Timing = systemTiming,
  ) {}

  /** Resolves once the item has been handled. */
  add(item: T): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ item, resolve })
      if (!this.isRunning) void this.run()
    })
  }

  private async run(): Promise<void> {
    this.isRunning = true
    while (this.waiting.length > 0) {
      await this.timing.sleep(this.lingerMs)
      const group = this.waiting.splice(0)
      await this.handle(group.map(({ item }) => item))
      for (const { resolve } of group) resolve()
    }
    this.isRunning = false
  }
}
