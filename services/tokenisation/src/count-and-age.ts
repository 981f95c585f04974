import { Gauge, within, type Clock, type MetricsRegistry } from '@hissa/kernel'

/** How many items are in progress, and since when the earliest of them is. */
export interface CountAndOldest {
  count: number
  oldest?: Date
}

interface Names {
  name: string
  help: string
}

/** Much less than the timeout of a scrape. */
const LONGEST_WAIT_MS = 1_500
const SECOND_MS = 1_000

/** Publishes a number that is read at each scrape. If it can't be read, there is no sample, so that others are still served. */
export function registerNumber(registry: MetricsRegistry, names: Names, read: () => Promise<number>): void {
  new Gauge({
    ...{ ...names, registers: [registry] },
    async collect() {
      const found = await within(LONGEST_WAIT_MS, read()).catch(() => undefined)
      if (found === undefined) this.remove()
      else this.set(found)
    },
  })
}

/** Publishes the number of items in progress, and the age of the earliest in seconds, which is 0 without any. */
export function registerCountAndAge(
  { registry, wall }: { registry: MetricsRegistry; wall: Clock },
  read: () => Promise<CountAndOldest>,
  { count, age }: { count: Names; age: Names },
): void {
  const ageOf = ({ oldest }: CountAndOldest) =>
    oldest ? Math.max(0, (wall.now().getTime() - oldest.getTime()) / SECOND_MS) : 0
  registerNumber(registry, count, async () => (await read()).count)
  registerNumber(registry, age, async () => ageOf(await read()))
}
