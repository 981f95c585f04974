import { restoreDrafts, stashDrafts } from '../lib/draft.js'
import { api } from './api.js'
import type { SessionStore } from './session.js'
import type { AppStore } from './store.js'

/**
 * Keeps one user's drafts and cached data in this tab from the next user, even if a session ends without a sign-out.
 * Must be the session's first subscriber, so that forms find their drafts restored.
 */
export function isolateUsers(session: SessionStore, store: AppStore): void {
  const readSubject = () => session.get()?.user.id ?? null
  let subject = readSubject()
  let cachedFor = subject
  restoreDrafts(subject)
  session.subscribe(() => {
    const next = readSubject()
    if (next === subject) return
    if (subject) stashDrafts(subject)
    subject = next
    if (!next) return
    restoreDrafts(next)
    if (cachedFor && cachedFor !== next) store.dispatch(api.util.resetApiState())
    cachedFor = next
  })
}
