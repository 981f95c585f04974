import { describe, expect, it } from '@jest/globals'
import { RenderQueue } from './render-queue.js'

/** Returns renders that end when the test resolves them. */
function renders(queue: RenderQueue<string>) {
  const open: (() => void)[] = []
  let most = 0
  let started = 0
  const ask = (key: string) =>
    queue.run(key, async () => {
      started += 1
      await new Promise<void>((resolve) => {
        open.push(resolve)
        most = Math.max(most, open.length)
      })
      return key
    })
  const finishAll = async () => {
    for (let rounds = 0; rounds < 1_000; rounds += 1) {
      open.splice(0).forEach((resolve) => resolve())
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { ask, finishAll, counts: () => ({ started, most }) }
}

describe('RenderQueue', () => {
  it('limits concurrent renders, and renders all pages eventually', async () => {
    const { ask, finishAll, counts } = renders(new RenderQueue())
    const asked = Array.from({ length: 50 }, (_, index) => ask(`page ${index}`))
    await finishAll()
    expect(await Promise.all(asked)).toEqual(asked.map((_, index) => `page ${index}`))
    expect(counts()).toEqual({ started: 50, most: 4 })
  })

  it('renders an address once for concurrent requests, and again for later ones', async () => {
    const { ask, finishAll, counts } = renders(new RenderQueue())
    const asked = [ask('same'), ask('same'), ask('same')]
    await finishAll()
    await Promise.all(asked)
    expect(counts().started).toBe(1)
    const later = ask('same')
    await finishAll()
    await later
    expect(counts().started).toBe(2)
  })

  it('rejects a page when too many wait, and renders again later', async () => {
    const { ask, finishAll } = renders(new RenderQueue())
    const asked = Array.from({ length: 204 }, (_, index) => ask(`page ${index}`))
    await expect(ask('one more')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
    await finishAll()
    await Promise.all(asked)
    const again = ask('one more')
    await finishAll()
    expect(await again).toBe('one more')
  })

  it('continues after a page that fails to render', async () => {
    const queue = new RenderQueue<string>()
    const failures = Array.from({ length: 8 }, (_, index) =>
      queue.run(`broken ${index}`, () => Promise.reject(new Error('broken'))),
    )
    expect((await Promise.allSettled(failures)).every(({ status }) => status === 'rejected')).toBe(true)
    expect(await queue.run('next', async () => 'next')).toBe('next')
  })
})
