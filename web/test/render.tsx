import { readFileSync } from 'node:fs'
import { LANGUAGES } from '@hissa/texts'
import { compileMessage } from '@hissa/texts/compile'
import { readPromises, withPromises } from '@hissa/texts/promises'
import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Provider } from 'react-redux'
import { createMemoryRouter, RouterProvider, type Location, type RouteObject } from 'react-router-dom'
import { CONFIG } from './config.js'
import { ServicesProvider, type AppServices } from '../src/api/services.js'
import { SessionStore } from '../src/api/session.js'
import { createStore } from '../src/api/store.js'
import { createLanguage, LanguageProvider, type Language } from '../src/i18n/i18n.js'
import type { AppLocale } from '../src/lib/locale.js'

// The library's default timeout of one second is too short for a screen on a busy machine.
configure({ asyncUtilTimeout: 30_000 })

export const NOW_MS = Date.parse('2026-11-21T08:00:00Z')

const NAMESPACES = [
  ...(['shell', 'ui', 'home', 'properties', 'property', 'company', 'auth', 'onboarding', 'invest', 'payment'] as const),
  ...([
    'account',
    'staff',
    'content',
    'offerings',
    'finance',
    'income',
    'rent',
    'valuations',
    'dashboard',
    'tokens',
    'wallet',
    'shareholders',
    'statements',
    'chat',
    'knowledge',
    'learn',
    'notices',
    'cash',
    'rewards',
    'card',
    'payouts',
    'reconciliation',
    'oversight',
  ] as const),
] as const

/** Loads a language's real catalogues, compiled as in the build. */
export function languageOf(locale: AppLocale = 'en'): Language {
  const { i18n } = createLanguage()
  const texts = NAMESPACES.map(
    (name) =>
      JSON.parse(readFileSync(`${import.meta.dirname}/../src/i18n/${locale}/${name}.json`, 'utf8')) as Record<
        string,
        string
      >,
  )
  const promises = readPromises(locale)
  i18n.loadAndActivate({
    locale,
    locales: LANGUAGES[locale].tag,
    messages: Object.fromEntries(
      texts
        .flatMap((messages) => Object.entries(messages))
        .map(([id, text]) => [id, compileMessage(withPromises(text, promises)).message as string]),
    ),
  })
  return { i18n, namespaces: new Set(NAMESPACES) }
}

/**
 * Returns an API with fixed responses, `'POST /create-checkout-session': () => [status, body]`, and records its calls.
 */
export function fakeApi(answers: Record<string, (body: unknown) => [status: number, body: unknown]>) {
  const calls: { call: string; body: unknown; headers: Record<string, string> }[] = []
  const fetchApi = async (path: string, init: RequestInit): Promise<Response> => {
    const call = `${init.method ?? 'GET'} ${path.replace(/^\/api/, '').split('?')[0]}`
    const body: unknown = init.body instanceof FormData ? init.body : init.body && JSON.parse(init.body as string)
    calls.push({ call, body, headers: init.headers as Record<string, string> })
    const [status, answer] = answers[call]?.(body) ?? [404, { code: 'NOT_FOUND', detail: 'No such call' }]
    return {
      ok: status < 400,
      status,
      headers: { get: () => null },
      text: async () => JSON.stringify(answer),
    } as unknown as Response
  }
  return { fetchApi, calls }
}

/** Stores tokens under the user-pool library's keys. */
export function storeTokens(claims: Record<string, unknown> = {}, storage: Storage = localStorage): void {
  const payload = {
    sub: 'user-1',
    email: 'sara@example.com',
    name: 'Sara Ahmed',
    exp: Date.now() / 1000 + 3600,
    ...claims,
  }
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  const key = (name: string) => `CognitoIdentityServiceProvider.client.${name}`
  storage.setItem(key('LastAuthUser'), 'user-1')
  for (const token of ['idToken', 'accessToken']) storage.setItem(key(`user-1.${token}`), `h.${encoded}.s`)
  storage.setItem(key('user-1.refreshToken'), 'refresh')
}

interface Setup {
  routes: RouteObject[]
  /** A location sets the initial history entry together with its state. */
  at?: string | Partial<Location>
  locale?: AppLocale
  api?: ReturnType<typeof fakeApi>
}

/** Renders routes inside all providers that a screen may use. */
export function renderRoutes({ routes, at = '/', locale, api = fakeApi({}) }: Setup) {
  const services = servicesOf(api, locale)
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  const view = render(
    <Provider store={services.store}>
      <ServicesProvider services={services}>
        <LanguageProvider language={services.language}>
          <RouterProvider router={router} />
        </LanguageProvider>
      </ServicesProvider>
    </Provider>,
  )
  return { ...view, router, services, calls: api.calls }
}

export function servicesOf(api = fakeApi({}), locale?: AppLocale): AppServices {
  const session = new SessionStore(CONFIG.idp, localStorage)
  const store = createStore({ fetchApi: api.fetchApi, session })
  return { config: CONFIG, session, store, language: languageOf(locale), nowMs: NOW_MS }
}

export function renderUi(ui: ReactNode, locale?: AppLocale) {
  return renderRoutes({ routes: [{ path: '*', element: ui }], locale })
}
