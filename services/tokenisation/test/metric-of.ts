import type { Running } from '@hissa/kernel'
import { poll } from '@hissa/testing-helpers'

/** Returns the value of a metric that has one sample. One that could not be read in time has none, and is read again. */
export async function metricOf(running: Running, name: string): Promise<number> {
  const sample = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm')
  const [, value] = await poll(`a sample of ${name}`, async () => sample.exec(await running.metrics()))
  return Number(value)
}
