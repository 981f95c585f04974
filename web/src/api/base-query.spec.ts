import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { baseQuery, type ApiEnvironment } from './base-query.js'

type Api = Parameters<typeof baseQuery>[1]

const call = (fetchApi: ApiEnvironment['fetchApi'], signal = new AbortController().signal) =>
  Promise.resolve(baseQuery({ url: '/home' }, { extra: { fetchApi }, signal } as unknown as Api, {}))
const answer = (text: string) =>
  ({ ok: true, status: 200, text: async () => text, headers: new Map() }) as unknown as Response

/** A request that settles only when it is aborted. */
const hangs = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) =>
    signal!.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
  )

describe('baseQuery', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick'] }))
  afterEach(() => void jest.useRealTimers())

  it('leaves no listener or timer behind after the response', async () => {
    const outer = new AbortController().signal
    const added = jest.spyOn(outer, 'addEventListener')
    const removed = jest.spyOn(outer, 'removeEventListener')
    expect(await call(async () => answer('{"success":true}'), outer)).toEqual({ data: { success: true } })
    expect(jest.getTimerCount()).toBe(0)
    expect(added).toHaveBeenCalledTimes(1)
    expect(removed.mock.calls).toEqual(added.mock.calls)
  })

  it('times out after 15 seconds', async () => {
    const pending = call(hangs)
    await jest.advanceTimersByTimeAsync(15_000)
    expect((await pending).error).toMatchObject({ code: 'TIMEOUT' })
  })

  it('aborts when the caller aborts', async () => {
    const outer = new AbortController()
    const pending = call(hangs, outer.signal)
    await jest.advanceTimersByTimeAsync(10)
    outer.abort()
    expect((await pending).error).toMatchObject({ code: 'NETWORK' })
  })
})
