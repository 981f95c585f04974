import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { repeatableImport } from './repeatable-import.js'

const ADDRESS = 'https://hissa.test/assets/pool-1.js'
const failure = (sentence: string) => new TypeError(sentence)
const CHROMIUM = failure(`Failed to fetch dynamically imported module: ${ADDRESS}`)
const FIREFOX = failure(`error loading dynamically imported module: ${ADDRESS}`)
const SAFARI = failure('Importing a module script failed.')

let reports = 0
const count = () => void (reports += 1)
beforeEach(() => {
  reports = 0
  addEventListener('vite:preloadError', count)
})
afterEach(() => removeEventListener('vite:preloadError', count))

/** Returns an import that fails with `error` every time, and the addresses imported after that, which fail `failures` times. */
function failing(error: Error, failures = 0) {
  const addresses: string[] = []
  let loads = 0
  const load = repeatableImport<string>(
    () => {
      loads += 1
      return Promise.reject(error)
    },
    (address) => {
      addresses.push(address)
      return addresses.length > failures ? Promise.resolve(`module of ${address}`) : Promise.reject(error)
    },
  )
  return { load, addresses, loads: () => loads }
}

describe('an import that can be repeated', () => {
  it.each([CHROMIUM, FIREFOX])(
    'asks for another address after "%s", which the browser would not fetch again',
    async (error) => {
      const { load, addresses, loads } = failing(error)
      await expect(load()).rejects.toBe(error)
      expect(await load()).toBe(`module of ${ADDRESS}?attempt=1`)
      expect([addresses, loads(), reports]).toEqual([[`${ADDRESS}?attempt=1`], 1, 0])
    },
  )

  it('uses a new address for each attempt, and reports the script that is still missing', async () => {
    const { load, addresses } = failing(CHROMIUM, 1)
    await expect(load()).rejects.toBe(CHROMIUM)
    await expect(load()).rejects.toBe(CHROMIUM)
    expect(reports).toBe(1)
    expect(await load()).toBe(`module of ${ADDRESS}?attempt=2`)
    expect(addresses).toEqual([`${ADDRESS}?attempt=1`, `${ADDRESS}?attempt=2`])
  })

  it('imports a module once', async () => {
    const { load, addresses } = failing(CHROMIUM)
    await expect(load()).rejects.toBe(CHROMIUM)
    expect(await load()).toBe(await load())
    expect(addresses).toHaveLength(1)
  })

  it('leaves it to the browser when the error names no address', async () => {
    const { load, addresses, loads } = failing(SAFARI)
    await expect(load()).rejects.toBe(SAFARI)
    await expect(load()).rejects.toBe(SAFARI)
    expect([addresses, loads()]).toEqual([[], 2])
  })
})
