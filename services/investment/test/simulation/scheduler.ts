/** Random numbers from a seed by xorshift32, so that a run can be repeated. */
export class Chance {
  private state: number

  constructor(seed: number) {
    this.state = (seed * 2_654_435_761) >>> 0 || 1
  }

  /** Returns a number from 0 to below 1. */
  next(): number {
    this.state ^= this.state << 13
    this.state ^= this.state >>> 17
    this.state ^= this.state << 5
    return (this.state >>> 0) / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  hit(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!
  }
}

interface Waiting {
  atMs: number
  tie: number
  go: () => void
}

/** Virtual time. Each step takes one promise from a heap and settles it; nothing else lets time pass. */
export class Scheduler {
  nowMs = Date.UTC(2026, 10, 21, 8)
  steps = 0
  /** A hash of all steps in order: equal for equal seeds. */
  traceHash = 0
  private readonly heap: Waiting[] = []

  constructor(readonly chance: Chance) {}

  now(): Date {
    return new Date(this.nowMs)
  }

  /** Settles after `ms` of virtual time; the seed chooses the order of simultaneous ones. */
  after(ms: number, _kind?: unknown): Promise<void> {
    return new Promise((go) => this.push({ atMs: this.nowMs + ms, tie: this.chance.next(), go }))
  }

  /** Runs `work` at random intervals of about `everyMs()`, while `alive`. */
  async every(everyMs: () => number, alive: () => boolean, work: () => Promise<void>): Promise<void> {
    while (alive()) {
      await this.after(everyMs() * (0.5 + this.chance.next()))
      if (alive()) await work()
    }
  }

  /** Runs until `steps` more steps were made or virtual time has passed `untilMs`. */
  async run(steps: number, untilMs = Infinity): Promise<void> {
    for (let n = 0; n < steps && this.heap.length > 0 && this.heap[0]!.atMs <= untilMs; n += 1) {
      const next = this.pop()
      this.nowMs = Math.max(this.nowMs, next.atMs)
      this.steps += 1
      this.note(next.tie)
      next.go()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  note(value: number): void {
    this.traceHash = (Math.imul(this.traceHash, 31) + Math.floor(value * 2 ** 31)) >>> 0
  }

  private push(entry: Waiting): void {
    const { heap } = this
    let at = heap.push(entry) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (!isBefore(entry, heap[parent]!)) break
      heap[at] = heap[parent]!
      at = parent
    }
    heap[at] = entry
  }

  private pop(): Waiting {
    const { heap } = this
    const first = heap[0]!
    const last = heap.pop()!
    if (heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1
      if (!isBefore(heap[child]!, last)) break
      heap[at] = heap[child]!
      at = child
    }
    heap[at] = last
    return first
  }
}

const isBefore = (a: Waiting, b: Waiting) => a.atMs < b.atMs || (a.atMs === b.atMs && a.tie < b.tie)
