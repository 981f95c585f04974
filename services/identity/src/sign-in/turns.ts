/** Work that is done one at a time for each key, in the order in which it came, within this process. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>()

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    const settled = mine.catch(() => undefined)
    this.last.set(key, settled)
    void settled.then(() => this.last.get(key) === settled && this.last.delete(key))
    return mine
  }
}
