/** Counts by name, printed as one line in alphabetical order. */
export class Tally {
  private readonly counts = new Map<string, number>()

  add(name: string, by = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + by)
  }

  get(name: string): number {
    return this.counts.get(name) ?? 0
  }

  entries(): Record<string, number> {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => a.localeCompare(b)))
  }
}
