import './ui/styles.css'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  matchRoutes,
  RouterProvider,
  type HydrationState,
  type RouteObject,
} from 'react-router-dom'
import { Provider } from 'react-redux'
import { loadConfig } from './api/config.js'
import { ServicesProvider, type AppServices } from './api/services.js'
import { isSiteReachable } from './api/site-reachable.js'
import { isolateUsers } from './api/isolate-users.js'
import { SessionStore } from './api/session.js'
import { createStore } from './api/store.js'
import { applyLanguage } from './app/language.js'
import { createRoutes } from './app/routes.js'
import { localeOf, type RouteHandle } from './app/screen.js'
import { LANGUAGES } from '@hissa/texts'
import { log } from './lib/log.js'
import { newVersion } from './lib/new-version.js'
import { pause } from './lib/pause.js'
import { activateLanguage, createLanguage, LanguageProvider } from './i18n/i18n.js'

interface PageState {
  api: unknown
  hydration: HydrationState
  nowMs: number
}

void start().catch(showStartFailure)

newVersion.watch({
  version: import.meta.url,
  events: globalThis,
  isReachable: () => isSiteReachable(({ ok }) => ok),
  reload: () => location.reload(),
})

/** Starts in several tasks, because a single long one would block taps on a slow phone. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('Root element not found')
  await pause()
  const state = readState()
  const services = await createServices(state)
  await pause()
  const routes = createRoutes(services)
  // Creating the first PluralRules is slow; creating it here keeps that out of rendering.
  new Intl.PluralRules(LANGUAGES.en.tag)
  await pause()
  // React needs the first screen's code and texts to hydrate the server's markup.
  await prepareFirstScreen(services, routes)
  await pause()
  const router = createBrowserRouter(routes, { hydrationData: state?.hydration })
  const app = (
    <StrictMode>
      <Provider store={services.store}>
        <ServicesProvider services={services}>
          <LanguageProvider language={services.language}>
            <RouterProvider router={router} />
          </LanguageProvider>
        </ServicesProvider>
      </Provider>
    </StrictMode>
  )
  await pause()
  // A transition hydrates the markup in slices, so that taps are handled in between.
  if (state) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}

async function createServices(state: PageState | null): Promise<AppServices> {
  const config = await loadConfig()
  const session = new SessionStore(config.idp, localStorage)
  const store = createStore(
    { fetchApi: (path, init) => fetch(path, init), session },
    state ? { api: state.api } : undefined,
  )
  isolateUsers(session, store)
  return { config, session, store, language: createLanguage(), nowMs: state?.nowMs ?? Date.now() }
}

function readState(): PageState | null {
  const text = document.getElementById('state')?.textContent
  return text ? (JSON.parse(text) as PageState) : null
}

async function prepareFirstScreen(services: AppServices, routes: RouteObject[]): Promise<void> {
  const matches = matchRoutes(routes, location) ?? []
  const namespaces = matches.flatMap(({ route }) => (route.handle as RouteHandle | undefined)?.namespaces ?? [])
  const locale = localeOf(location.href)
  await Promise.all([
    activateLanguage(services.language, locale, ['shell', 'ui', ...namespaces]),
    ...matches.map(({ route }) => resolveLazy(route)),
  ])
  applyLanguage(locale)
}

async function resolveLazy(route: RouteObject): Promise<void> {
  if (typeof route.lazy !== 'function') return
  Object.assign(route, { ...(await route.lazy()), lazy: undefined })
}

/**
 * Marks a page that can't start. A server-rendered page stays readable with working links; a loading page shows that it
 * failed, in its own language. The cause is logged in the console.
 */
function showStartFailure(error: unknown): void {
  log('error', error instanceof Error ? error.message : 'The page could not start', error)
  document.body.dataset['failed'] = ''
}
