import { keepDraftsOf, setDraftsAside } from '../lib/draft.js'
import { api } from './api.js'
import type { SessionStore } from './session.js'
import type { AppStore } from './store.js'

/**
 * Keeps one user's drafts and cached data in this tab from the next user, even if a session ends without a sign-out.
 * Must be the session's first subscriber, so that forms find their drafts restored.
 */
export function separateReaders(session: SessionStore, store: AppStore): void {
  const subject = () => session.get()?.user.id ?? null
  let reader = subject()
  let cachedFor = reader
  keepDraftsOf(reader)
  session.subscribe(() => {
    const next = subject()
    if (next === reader) return
    if (reader) setDraftsAside(reader)
    reader = next
    if (!next) return
    keepDraftsOf(next)
    if (cachedFor && cachedFor !== next) store.dispatch(api.util.resetApiState())
    cachedFor = next
  })
}
