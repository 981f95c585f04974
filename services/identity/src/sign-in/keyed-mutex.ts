/** Runs work one at a time per key, in order of arrival, within this process. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>()

  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    const settled = mine.catch(() => undefined)
    this.last.set(key, settled)
    void settled.then(() => this.last.get(key) === settled && this.last.delete(key))
    return mine
  }
}
