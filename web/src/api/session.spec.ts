import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { CONFIG } from '../../test/config.js'
import { storeTokens } from '../../test/render.js'
import { clearStoredSession, readStoredSession, SessionStore } from './session.js'

beforeEach(() => localStorage.clear())

describe('readStoredSession', () => {
  it('returns null for a visitor and for invalid stored data', () => {
    expect(readStoredSession('client', localStorage)).toBeNull()
    storeTokens()
    localStorage.setItem('CognitoIdentityServiceProvider.client.user-1.idToken', 'nonsense')
    expect(readStoredSession('client', localStorage)).toBeNull()
  })

  it('reads the user, roles and expiry from the library’s own keys', () => {
    storeTokens({ exp: 2_000_000_000, email_verified: true, 'cognito:groups': ['compliance'], name: 'سارة أحمد' })
    expect(readStoredSession('client', localStorage)).toMatchObject({
      expiresAt: 2_000_000_000_000,
      refreshToken: 'refresh',
      user: { id: 'user-1', fullName: 'سارة أحمد', emailVerified: true, roles: ['compliance'] },
    })
  })

  it('ignores the keys of other clients', () => {
    storeTokens()
    expect(readStoredSession('other', localStorage)).toBeNull()
  })
})

describe('SessionStore', () => {
  const store = () => new SessionStore(CONFIG.idp, localStorage)

  it('returns the same object until the tokens change', () => {
    storeTokens()
    const session = store()
    const first = session.get()
    expect(session.get()).toBe(first)
    storeTokens({ name: 'Somebody Else' })
    expect(session.get()?.user.fullName).toBe('Somebody Else')
  })

  it('treats expired tokens without a refresh token as signed out', () => {
    storeTokens({ exp: 1_000 })
    expect(store().get()).not.toBeNull()
    localStorage.removeItem('CognitoIdentityServiceProvider.client.user-1.refreshToken')
    expect(store().get()).toBeNull()
  })

  it('returns a valid token without a request', async () => {
    storeTokens()
    expect(await store().idToken()).toMatch(/^h\./)
    localStorage.clear()
    expect(await store().idToken()).toBeNull()
  })

  it('removes only this client’s keys on discard and notifies the subscribers', () => {
    storeTokens()
    localStorage.setItem('userSettings', '{}')
    localStorage.setItem('CognitoIdentityServiceProvider.other.LastAuthUser', 'x')
    let notifications = 0
    const session = store()
    session.subscribe(() => (notifications += 1))
    session.discard('refresh')
    expect([session.get(), notifications, localStorage.length]).toEqual([null, 1, 2])
    clearStoredSession('other', localStorage)
    expect(localStorage.length).toBe(1)
  })

  it('keeps the tokens of a sign-in in another tab when those of this one are rejected', () => {
    storeTokens()
    const session = store()
    session.discard('the token before')
    expect(session.get()).not.toBeNull()
    session.discard(session.get()!.idToken)
    expect(session.get()).toBeNull()
  })

  it('reports an ended session when another tab removes the tokens', () => {
    storeTokens()
    const session = store()
    expect([session.get() === null, session.hasEnded]).toEqual([false, false])
    clearStoredSession('client', localStorage)
    let changes = 0
    session.subscribe(() => (changes += 1))
    globalThis.dispatchEvent(new StorageEvent('storage', { key: 'CognitoIdentityServiceProvider.client.LastAuthUser' }))
    expect([session.get(), session.hasEnded, changes]).toEqual([null, true, 1])
  })

  it('reports no ended session for a visitor', () => {
    const session = store()
    session.changed()
    expect([session.get(), session.hasEnded]).toEqual([null, false])
  })

  describe('with tokens that are about to expire', () => {
    const tokenFor = (name: string) => {
      const claims = { sub: 'user-1', name, exp: Date.now() / 1000 + 900, iat: Date.now() / 1000 }
      return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
    }
    const original = globalThis.fetch
    let requests: { AuthFlow?: string; AuthParameters?: Record<string, string> }[] = []
    const poolAnswers = (status: number, answer: () => unknown) => {
      requests = []
      globalThis.fetch = (async (_url: string, init: RequestInit) => {
        requests.push(JSON.parse(init.body as string) as (typeof requests)[number])
        return { ok: status < 400, status, headers: { get: () => null }, json: async () => answer() }
      }) as unknown as typeof fetch
    }
    const renewed = () => ({
      AuthenticationResult: { IdToken: tokenFor('Renewed'), AccessToken: tokenFor('Renewed'), ExpiresIn: 900 },
    })
    afterEach(() => {
      jest.useRealTimers()
      globalThis.fetch = original
    })

    it.each([-60, 20])(
      'refreshes them with one request for concurrent callers, %d s before they expire',
      async (seconds) => {
        poolAnswers(200, renewed)
        storeTokens({ exp: Date.now() / 1000 + seconds })
        const session = store()
        const tokens = await Promise.all([session.idToken(), session.idToken(), session.idToken()])
        expect(new Set(tokens).size).toBe(1)
        expect(session.get()?.user.fullName).toBe('Renewed')
        expect(requests.map(({ AuthFlow, AuthParameters }) => [AuthFlow, AuthParameters?.REFRESH_TOKEN])).toEqual([
          ['REFRESH_TOKEN_AUTH', 'refresh'],
        ])
        expect(await session.idToken()).toBe(tokens[0])
        expect(requests).toHaveLength(1)
      },
    )

    it('ends the session at the first rejection, until the next sign-in', async () => {
      poolAnswers(400, () => ({ __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' }))
      storeTokens({ exp: Date.now() / 1000 - 60 })
      const session = store()
      expect(await Promise.all([session.idToken(), session.idToken()])).toEqual([null, null])
      session.discard('refresh')
      expect([requests.length, session.hasEnded, session.get(), localStorage.length]).toEqual([1, true, null, 0])
      storeTokens()
      session.changed()
      expect(session.hasEnded).toBe(false)
    })

    it.each([
      ['rejects', 400, () => ({ __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' })],
      ['renews', 200, renewed],
    ])(
      'keeps the tokens of a sign-in in another tab while the pool %s those of this one',
      async (_, status, result) => {
        poolAnswers(status, () => {
          storeTokens({ name: 'Other Tab' })
          localStorage.setItem('CognitoIdentityServiceProvider.client.user-1.refreshToken', 'refresh-2')
          return result()
        })
        storeTokens({ exp: Date.now() / 1000 - 60 })
        const session = store()
        await session.idToken()
        expect(session.get()).toMatchObject({ refreshToken: 'refresh-2', user: { fullName: 'Other Tab' } })
        expect(session.hasEnded).toBe(false)
      },
    )

    it('keeps the session when the pool did not respond to the library’s retries', async () => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] })
      poolAnswers(500, () => ({ __type: 'InternalErrorException', message: 'Try again' }))
      storeTokens({ exp: Date.now() / 1000 - 60 })
      const session = store()
      const pending = session.idToken().catch((error: Error) => error.name)
      while (requests.length < 6) await jest.advanceTimersByTimeAsync(1_000)
      await jest.advanceTimersByTimeAsync(10_000)
      expect([await pending, requests.length, session.hasEnded]).toEqual(['InternalErrorException', 6, false])
      expect(session.get()).not.toBeNull()
    })

    it('reports no ended session after a sign-out', async () => {
      poolAnswers(200, () => ({}))
      storeTokens()
      const session = store()
      session.get()
      await session.signOut()
      expect([session.get(), session.hasEnded]).toEqual([null, false])
    })

    it('signs out during a refresh', async () => {
      poolAnswers(200, renewed)
      storeTokens({ exp: Date.now() / 1000 - 60 })
      const session = store()
      const renewal = session.idToken()
      await session.signOut()
      await renewal
      expect(session.get()).toBeNull()
    })
  })
})
