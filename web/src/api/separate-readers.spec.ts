import { beforeEach, describe, expect, it, jest } from '@jest/globals'
import { fakeApi, servicesOf, storeTokens } from '../../test/render.js'
import { dropDrafts, readDraft, writeDraft } from '../lib/draft.js'
import { api } from './api.js'
import { separateReaders } from './separate-readers.js'

// The pool refuses every renewal.
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
  separateReaders(session, services.store)
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

/** Drafts of one reader under each form of key, and one that a visitor left. */
const writeDrafts = (subject: string) => {
  writeDraft(`profile.${subject}`, { fullName: 'Sara Ahmed' })
  writeDraft(`kyc.${subject}.passport`, { lines: ['P<ARE'] })
  writeDraft(`ticks.Prop_1_reem.${subject}`, { ticked: ['risk'] })
}

describe('when a session expires', () => {
  it('takes the drafts of its reader out of the storage of the tab', async () => {
    const { signIn, expire } = open()
    signIn('user-1')
    writeDrafts('user-1')
    writeDraft('registration.visitor', { email: 'sara@example.com' })
    await expire('user-1')
    expect(stored()).toEqual([])
  })

  it('gives them back when the same reader signs in again', async () => {
    const { signIn, expire } = open()
    signIn('user-1')
    writeDrafts('user-1')
    const before = { ...sessionStorage }
    await expire('user-1')
    signIn('user-1')
    expect({ ...sessionStorage }).toEqual(before)
  })

  it('gives them to no one else, even if the first reader returns later', async () => {
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

  it('forgets them for good with a sign-out', async () => {
    const { signIn, expire } = open()
    signIn('user-1')
    writeDrafts('user-1')
    await expire('user-1')
    dropDrafts()
    signIn('user-1')
    expect(stored()).toEqual([])
  })

  it('keeps what is typed by a visitor afterwards', async () => {
    const { signIn, expire } = open()
    signIn('user-1')
    await expire('user-1')
    writeDraft('amount.Prop_1_reem.visitor', { text: '2,000' })
    writeDraft('confirmation.visitor', { email: 'sara@example.com' })
    signIn('user-2')
    expect(stored()).toEqual(['hissa.draft.amount.Prop_1_reem.visitor', 'hissa.draft.confirmation.visitor'])
  })
})

describe('when another reader takes the place of one in a tab', () => {
  it('drops the drafts of the first without a sign-out in between', () => {
    const { signIn } = open()
    signIn('user-1')
    writeDrafts('user-1')
    signIn('user-2')
    expect(stored()).toEqual([])
  })

  it('drops at the start what a reader left who is no longer signed in', () => {
    writeDrafts('user-1')
    writeDraft('registration.visitor', { email: 'sara@example.com' })
    open()
    expect(stored()).toEqual(['hissa.draft.registration.visitor'])
  })

  it('keeps the drafts of a reader through a reload and a renewal of the tokens', () => {
    storeTokens({ sub: 'user-1' })
    writeDrafts('user-1')
    writeDraft('amount.Prop_1_reem.visitor', { text: '2,000' })
    const before = { ...sessionStorage }
    const { session } = open()
    storeTokens({ sub: 'user-1', name: 'Renewed' })
    session.changed()
    expect({ ...sessionStorage }).toEqual(before)
  })

  it('shows the second reader nothing that was loaded for the first', async () => {
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
