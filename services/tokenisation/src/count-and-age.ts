import { registerNumber, type Clock, type MetricNames, type MetricsRegistry } from '@hissa/kernel'

/** How many items are in progress, and since when the earliest of them is. */
export interface CountAndOldest {
  count: number
  oldest?: Date
}

const SECOND_MS = 1_000

/** Publishes the number of items in progress, and the age of the earliest in seconds, which is 0 without any. */
export function registerCountAndAge(
  { registry, wall }: { registry: MetricsRegistry; wall: Clock },
  read: () => Promise<CountAndOldest>,
  { count, age }: { count: MetricNames; age: MetricNames },
): void {
  const ageOf = ({ oldest }: CountAndOldest) =>
    oldest ? Math.max(0, (wall.now().getTime() - oldest.getTime()) / SECOND_MS) : 0
  registerNumber(registry, count, async () => (await read()).count)
  registerNumber(registry, age, async () => ageOf(await read()))
}
