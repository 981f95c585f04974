import { useCallback, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { useServices } from '../../api/services.js'
import type { AppStore } from '../../api/store.js'
import { useLocale } from '../../i18n/i18n.js'
import { splitLocale } from '../../lib/locale.js'
import { ChatClient, type ChatState } from './chat-client.js'

/** The conversation outlives the panel, which closes with its button or its page. */
const clients = new WeakMap<AppStore, ChatClient>()

/** Returns the conversation of this page with its state. */
export function useChat(): [ChatClient, ChatState] {
  const { store, session } = useServices()
  let client = clients.get(store)
  if (!client) clients.set(store, (client = new ChatClient(session)))
  return [client, useSyncExternalStore(client.subscribe, client.get, client.get)]
}

/** Returns a function that asks a question in the language of the screen, about the property in view. */
export function useAsk(client: ChatClient): (text: string) => void {
  const language = useLocale()
  const propertyId = propertyIn(useLocation().pathname)
  return useCallback((text) => client.ask(text, { language, propertyId }), [client, language, propertyId])
}

/** Returns the property that an address shows, by slug or record id. */
export function propertyIn(pathname: string): string | undefined {
  const match = /^\/(?:properties|investment-flow|tokenization)\/([^/]+)/.exec(splitLocale(pathname)[1])
  try {
    return match ? decodeURIComponent(match[1]!) : undefined
  } catch {
    return undefined // an address with an invalid escape shows no property
  }
}
