import assert from 'node:assert/strict'
import { it, type TestContext } from 'node:test'

/**
 * Returns a function that declares the parts of a story, as `it` does. Each part needs what the parts before it have
 * done: after one has failed, the others fail at once and name it.
 */
export function story(): (name: string, part: (test: TestContext) => Promise<void> | void) => void {
  let failed: string | undefined
  return (name, part) => {
    it(name, async (test) => {
      if (failed !== undefined) assert.fail(`not run, because an earlier part of the story failed: "${failed}"`)
      try {
        await part(test)
      } catch (error) {
        failed = name
        throw error
      }
    })
  }
}
