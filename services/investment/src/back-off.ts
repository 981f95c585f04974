import type { Clock } from '@hissa/kernel'

const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/** Which of many jobs have just failed and are better left alone for a while. In memory: forgetting costs one try. */
export class BackOff {
  private readonly waiting = new Map<string, { failures: number; untilMs: number }>()

  constructor(private readonly wall: Clock) {}

  isReady(id: string): boolean {
    const entry = this.waiting.get(id)
    return !entry || entry.untilMs <= this.wall.now().getTime()
  }

  failed(id: string): void {
    const failures = (this.waiting.get(id)?.failures ?? 0) + 1
    const forMs = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1))
    this.waiting.set(id, { failures, untilMs: this.wall.now().getTime() + forMs })
  }

  succeeded(id: string): void {
    this.waiting.delete(id)
  }

  /** Runs `work` for each that is ready, a few at a time; a failure is given to `onError` and waits longer each time. */
  async each<T>(
    items: readonly T[],
    idOf: (item: T) => string,
    work: (item: T) => Promise<void>,
    onError: (item: T, error: unknown) => void,
  ): Promise<void> {
    const ready = items.filter((item) => this.isReady(idOf(item)))
    for (let from = 0; from < ready.length; from += AT_ONCE) {
      await Promise.all(ready.slice(from, from + AT_ONCE).map((item) => this.one(item, idOf(item), work, onError)))
    }
  }

  private async one<T>(
    item: T,
    id: string,
    work: (item: T) => Promise<void>,
    onError: (item: T, error: unknown) => void,
  ) {
    try {
      await work(item)
      this.succeeded(id)
    } catch (error) {
      this.failed(id)
      onError(item, error)
    }
  }
}

const AT_ONCE = 8
