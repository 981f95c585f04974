import { beforeEach, describe, expect, it } from '@jest/globals'
import { NewVersion } from './new-version.js'

beforeEach(() => sessionStorage.clear())

const MISSING = 'vite:preloadError'

/** A page of version `mine`; `answer` is what asking the site brings. */
function pageOf(mine: string, answer: () => Promise<boolean>) {
  const events = new EventTarget()
  const reloads: string[] = []
  const page = new NewVersion()
  page.watch({ mine, events, isReached: answer, reload: () => reloads.push(mine) })
  const miss = async () => {
    events.dispatchEvent(new Event(MISSING))
    const atOnce = page.get()
    await new Promise((done) => setTimeout(done))
    return atOnce
  }
  return { page, reloads, miss }
}

describe('a file of ours that did not come', () => {
  it('because a newer version took its place: the page takes that, and meanwhile nobody is called offline', async () => {
    const { page, reloads, miss } = pageOf('/assets/1.js', async () => true)
    expect(await miss()).toBe(true)
    expect(page.get()).toBe(true)
    expect(reloads).toEqual(['/assets/1.js'])
  })

  it('because the connection is lost: the page stays, and may say so', async () => {
    const { page, reloads, miss } = pageOf('/assets/1.js', async () => false)
    const told: boolean[] = []
    page.subscribe(() => told.push(page.get()))
    expect(await miss()).toBe(true)
    expect(page.get()).toBe(false)
    expect(told).toEqual([true, false])
    expect(reloads).toEqual([])
  })

  it('although the page was loaded anew: it is not loaded again and again', async () => {
    await pageOf('/assets/2.js', async () => true).miss()
    const { reloads, miss } = pageOf('/assets/2.js', async () => true)
    expect(await miss()).toBe(false)
    expect(reloads).toEqual([])
  })
})
