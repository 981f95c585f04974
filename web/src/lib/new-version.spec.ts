import { beforeEach, describe, expect, it } from '@jest/globals'
import { NewVersion } from './new-version.js'

beforeEach(() => sessionStorage.clear())

const MISSING = 'vite:preloadError'

/** Creates a page that runs `version`; `answer` returns whether the site is reachable. */
function pageOf(version: string, answer: () => Promise<boolean>) {
  const events = new EventTarget()
  const reloads: string[] = []
  const page = new NewVersion()
  page.watch({ version, events, isReachable: answer, reload: () => reloads.push(version) })
  const miss = async () => {
    events.dispatchEvent(new Event(MISSING))
    const atOnce = page.get()
    await new Promise((done) => setTimeout(done))
    return atOnce
  }
  return { page, reloads, miss }
}

describe('a script that failed to load', () => {
  it('reloads the page if the site is reachable and reports the check as in progress', async () => {
    const { page, reloads, miss } = pageOf('/assets/1.js', async () => true)
    expect(await miss()).toBe(true)
    expect(page.get()).toBe(true)
    expect(reloads).toEqual(['/assets/1.js'])
  })

  it('does not reload the page if the connection is lost and reports the end of the check', async () => {
    const { page, reloads, miss } = pageOf('/assets/1.js', async () => false)
    const states: boolean[] = []
    page.subscribe(() => states.push(page.get()))
    expect(await miss()).toBe(true)
    expect(page.get()).toBe(false)
    expect(states).toEqual([true, false])
    expect(reloads).toEqual([])
  })

  it('does not reload a page twice for the same version', async () => {
    await pageOf('/assets/2.js', async () => true).miss()
    const { reloads, miss } = pageOf('/assets/2.js', async () => true)
    expect(await miss()).toBe(false)
    expect(reloads).toEqual([])
  })
})
