import { describe, expect, it } from '@jest/globals'
import { MOST_ROWS, readAll } from './read-all.js'

/** Returns a reader of a list in pages of two rows, and the requests that it got. */
function list(rows: readonly string[]) {
  const requests: unknown[] = []
  const read = async ({ limit, cursor = '0' }: { limit: number; cursor?: string }) => {
    requests.push({ limit, cursor })
    const [from, to] = [Number(cursor), Number(cursor) + Math.min(limit, 2)]
    return { rows: rows.slice(from, to), ...(to < rows.length ? { cursor: String(to) } : {}) }
  }
  return { read, requests }
}
const itself = (row: string) => row

describe('reading all pages', () => {
  it('returns every row in the order of the pages', async () => {
    const { read, requests } = list(['a', 'b', 'c', 'd', 'e'])
    expect(await readAll(read, itself)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(requests).toEqual(['0', '2', '4'].map((cursor) => ({ limit: 100, cursor })))
  })

  it('returns a row once that moved to a later page meanwhile', async () => {
    expect(await readAll(list(['a', 'b', 'b', 'c']).read, itself)).toEqual(['a', 'b', 'c'])
  })

  it('returns nothing rather than a part of a list that is too long', async () => {
    let next = 0
    const endless = async ({ limit }: { limit: number }) => {
      const rows = Array.from({ length: limit }, () => String(next++))
      return { rows, ...(next <= MOST_ROWS ? { cursor: 'more' } : {}) }
    }
    expect(await readAll(endless, itself)).toBeUndefined()
    expect(next).toBe(MOST_ROWS + 100)
  })

  it('fails if a page can’t be read', async () => {
    const { read } = list(['a', 'b', 'c'])
    const broken: typeof read = (page) => (page.cursor ? Promise.reject(new Error('down')) : read(page))
    await expect(readAll(broken, itself)).rejects.toThrow('down')
  })
})
