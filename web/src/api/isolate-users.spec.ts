import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fakeApi, servicesOf, storeTokens } from '../../test/render.js'
import { dropDrafts, readDraft, writeDraft } from '../lib/draft.js'
import { api } from './api.js'
import { isolateUsers } from './isolate-users.js'

// A pool that rejects every refresh.
jest.unstable_mockModule('./user-pool.js', () => ({ refreshTokens: async () => false }))

beforeEach(() => {
  localStorage.clear()
  dropDrafts()
  sessionStorage.clear()
})

const open = () => {
  const calls = fakeApi({ 'GET /profile': () => [200, { profile: { fullName: 'Sara Ahmed' } }] })
  const services = servicesOf(calls)
  const session = services.session!
  isolateUsers(session, services.store)
  const signIn = (sub: string) => {
    storeTokens({ sub })
    session.changed()
  }
  const expire = async (sub: string) => {
    storeTokens({ sub, exp: Date.now() / 1000 - 60 })
    expect(await session.idToken()).toBeNull()
  }
  return { ...services, session, signIn, expire }
}
const stored = () => Object.keys({ ...sessionStorage }).sort()

/** Drafts of one user under each form of key, and one of a visitor. */
const writeDrafts = (subject: string) => {
  writeDraft(`profile.${subject}`, { fullName: 'Sara Ahmed' })
  writeDraft(`kyc.${subject}.passport`, { lines: ['P<ARE'] })
  writeDraft(`ticks.Prop_1_reem.${subject}`, { ticked: ['risk'] })
}

describe('isolateUsers when a session expires', () => {
  it('removes the user’s drafts from the tab’s storage', async () => {
    const { signIn, expire } = open()
    signIn('user-1')
    writeDrafts('user-1')
    writeDraft('registration.visitor', { email: 'sara@example.com' })
    await expire('user-1')
    expect(stored()).toEqual([])
  })

  it('restores them when the same user signs in again', async () => {
    const { signIn, expire } = open()
    signIn('user-1')
    writeDrafts('user-1')
    const before = { ...sessionStorage }
    await expire('user-1')
    signIn('user-1')
    expect({ ...sessionStorage }).toEqual(before)
  })

  it('discards them when another user signs in, even if the first user returns later', async () => {
    const { signIn, expire } = open()
    signIn('user-1')
    writeDrafts('user-1')
    await expire('user-1')
    signIn('user-2')
    expect(stored()).toEqual([])
    await expire('user-2')
    signIn('user-1')
    expect(readDraft('profile.user-1')).toEqual({})
  })

  it('discards them permanently on sign-out', async () => {
    const { signIn, expire } = open()
    signIn('user-1')
    writeDrafts('user-1')
    await expire('user-1')
    dropDrafts()
    signIn('user-1')
    expect(stored()).toEqual([])
  })

  it('keeps what a visitor types after the session has ended', async () => {
    const { signIn, expire } = open()
    signIn('user-1')
    await expire('user-1')
    writeDraft('amount.Prop_1_reem.visitor', { text: '2,000' })
    writeDraft('confirmation.visitor', { email: 'sara@example.com' })
    signIn('user-2')
    expect(stored()).toEqual(['hissa.draft.amount.Prop_1_reem.visitor', 'hissa.draft.confirmation.visitor'])
  })
})

describe('isolateUsers when another user signs in in the same tab', () => {
  it('discards the first user’s drafts even without a sign-out', () => {
    const { signIn } = open()
    signIn('user-1')
    writeDrafts('user-1')
    signIn('user-2')
    expect(stored()).toEqual([])
  })

  it('discards the drafts of a former user at the start', () => {
    writeDrafts('user-1')
    writeDraft('registration.visitor', { email: 'sara@example.com' })
    open()
    expect(stored()).toEqual(['hissa.draft.registration.visitor'])
  })

  it('keeps a user’s drafts through a reload and a token refresh', () => {
    storeTokens({ sub: 'user-1' })
    writeDrafts('user-1')
    writeDraft('amount.Prop_1_reem.visitor', { text: '2,000' })
    const before = { ...sessionStorage }
    const { session } = open()
    storeTokens({ sub: 'user-1', name: 'Renewed' })
    session.changed()
    expect({ ...sessionStorage }).toEqual(before)
  })

  it('clears the data that was loaded for the first user', async () => {
    const { signIn, expire, store } = open()
    const profile = () => api.endpoints.getProfile.select()(store.getState()).data
    signIn('user-1')
    await store.dispatch(api.endpoints.getProfile.initiate())
    expect(profile()).toEqual({ fullName: 'Sara Ahmed' })
    await expire('user-1')
    signIn('user-2')
    expect(profile()).toBeUndefined()
  })
})
