import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'
import type { AppConfig } from './config.js'
import type { Session, SessionStore, SessionUser } from './session.js'
import type { AppStore } from './store.js'
import type { Language } from '../i18n/i18n.js'

/** What every screen may ask for. On the server there is no session. */
export interface AppServices {
  config: AppConfig
  store: AppStore
  language: Language
  session: SessionStore | null
  /** Business time of the render: the server's, so that the first paint in the browser says the same. */
  nowMs: number
}

const Services = createContext<AppServices | null>(null)

export function ServicesProvider({ services, children }: { services: AppServices; children: ReactNode }) {
  return <Services value={services}>{children}</Services>
}

export function useServices(): AppServices {
  const services = useContext(Services)
  if (!services) throw new Error('ServicesProvider is missing')
  return services
}

export function useConfig(): AppConfig {
  return useServices().config
}

const nothing = () => () => undefined

/**
 * The signed-in user; null when signed out, and while it is not known. For parts of every page: unlike `useSession` it
 * doesn't render them a second time, without a pause, after the first paint of a visitor.
 */
export function useSignedInUser(): SessionUser | null {
  const { session } = useServices()
  return useSyncExternalStore(
    session?.subscribe ?? nothing,
    () => session?.get()?.user ?? null,
    () => null,
  )
}

/** The session, or null when signed out; `undefined` while it is not known yet: on the server and in the first paint. */
export function useSession(): Session | null | undefined {
  const { session } = useServices()
  return useSyncExternalStore<Session | null | undefined>(
    session?.subscribe ?? nothing,
    session?.get ?? (() => undefined),
    () => undefined,
  )
}
