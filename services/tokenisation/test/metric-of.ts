import type { Running } from '@hissa/kernel'

/** Returns the value of a metric that has one sample. Throws if it has none. */
export async function metricOf(running: Running, name: string): Promise<number> {
  const sample = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(await running.metrics())
  if (!sample) throw new Error(`${name} has no sample`)
  return Number(sample[1])
}
