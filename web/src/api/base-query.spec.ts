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

const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`
const refused = () =>
  ({ ok: false, status: 401, text: async () => '{"code":"TOKEN_EXPIRED"}', headers: new Map() }) as unknown as Response

describe('a request that is refused with 401', () => {
  /** Sends a request as user a; the refreshed session has another token. Returns the tokens that were sent. */
  const sentWith = async (refreshed: string) => {
    const sent: (string | undefined)[] = []
    const fetchApi: ApiEnvironment['fetchApi'] = async (_, { headers }) => {
      sent.push((headers as Record<string, string>)['authorization']?.split(' ')[1])
      return sent.length === 1 ? refused() : answer('{}')
    }
    let token = tokenOf('a')
    const session = {
      idToken: async () => token,
      refresh: async () => (token = refreshed),
      discard: () => undefined,
    }
    const extra: ApiEnvironment = { fetchApi, session }
    await baseQuery({ url: '/orders', method: 'POST' }, { extra, signal: new AbortController().signal } as Api, {})
    return sent
  }

  it('is repeated with the renewed token of the same user', async () => {
    const renewed = `${tokenOf('a')}2`
    expect(await sentWith(renewed)).toEqual([tokenOf('a'), renewed])
  })

  it('is not repeated in the name of a user who has signed in meanwhile', async () =>
    expect(await sentWith(tokenOf('b'))).toEqual([tokenOf('a')]))
})

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
