import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'
import type { AppConfig } from './config.js'
import type { Session, SessionStore, SessionUser } from './session.js'
import type { AppStore } from './store.js'
import type { Language } from '../i18n/i18n.js'

/** The services that every screen can use. There is no session on the server. */
export interface AppServices {
  config: AppConfig
  store: AppStore
  language: Language
  session: SessionStore | null
  /** Business time of the render. The server's value is reused in the browser, so that the first paint is identical. */
  nowMs: number
}

const Services = createContext<AppServices | null>(null)

/** Provides the services of the app to its screens. */
export function ServicesProvider({ services, children }: { services: AppServices; children: ReactNode }) {
  return <Services value={services}>{children}</Services>
}

/** Returns the services of the app. Throws Error outside ServicesProvider. */
export function useServices(): AppServices {
  const services = useContext(Services)
  if (!services) throw new Error('ServicesProvider is missing')
  return services
}

/** Returns the content of `/config.json`. */
export function useConfig(): AppConfig {
  return useServices().config
}

const nothing = () => () => undefined

/**
 * Returns the signed-in user; null if signed out or not known yet. For parts of every page: unlike `useSession` it
 * doesn't cause a second, blocking render after the first paint for a visitor.
 */
export function useSignedInUser(): SessionUser | null {
  const { session } = useServices()
  return useSyncExternalStore(
    session?.subscribe ?? nothing,
    () => session?.get()?.user ?? null,
    () => null,
  )
}

/** Returns the session, or null if signed out; `undefined` while unknown, on the server and in the first paint. */
export function useSession(): Session | null | undefined {
  const { session } = useServices()
  return useSyncExternalStore<Session | null | undefined>(
    session?.subscribe ?? nothing,
    session?.get ?? (() => undefined),
    () => undefined,
  )
}
