import { expect, it } from '@jest/globals'
import { exploreAll } from './interleavings.js'

it('keeps its invariants in every order of the steps of concurrent cancellations, payments, closes and deadlines', async () => {
  const { faults, races, interleavings, equivalent, states } = await exploreAll()
  process.stderr.write(
    `interleavings: ${interleavings} of ${races} races (${equivalent} more are equivalent), ${states} final states, ` +
      `${faults.length} faults\n`,
  )
  expect(faults).toEqual([])
  expect(interleavings).toBeGreaterThan(1_000)
}, 300_000)
