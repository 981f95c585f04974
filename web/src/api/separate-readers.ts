import { keepDraftsOf, setDraftsAside } from '../lib/draft.js'
import { api } from './api.js'
import type { SessionStore } from './session.js'
import type { AppStore } from './store.js'

/**
 * Keeps what this tab holds of one reader from the next, also when a session ends without a sign-out: drafts, and answers
 * in the cache. Must be the first to follow the session, so that a form finds its drafts restored.
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
