/**
 * Server entry of the web, built to web/dist/server/entry-server.js.
 *
 *   import { render, renderShell } from '…/entry-server.js'
 *   const page = await render({ url, lang, theme, nonce, config, fetchApi, assets, nowMs })
 *
 * in   url       path and query of the request: `/ar/properties?city=Dubai`
 *      lang      language of pages without a language in their address (optional, default `en`)
 *      theme     `light` | `dark` | `system` (optional, default `system`); an explicit one is set as data-theme
 *      nonce     for the page's scripts; the policy needs only `script-src 'nonce-…'` and `style-src 'self'`
 *      config    the object served as /config.json, which is also embedded in the page
 *      fetchApi  (path, init) => Promise<Response>, path begins with /api; in-process, unauthenticated
 *      assets    the parsed web/dist/client/.vite/manifest.json
 *      nowMs     business time in ms since 1970 (optional, default now)
 * out  status    200, 404 (unknown page or property), 503 (the API did not respond: do not cache), 301/302 with
 * redirect
 *      redirect  value of the Location header; html is empty then
 *      cacheable whether every call succeeded, so the page may be cached until a property event invalidates it
 *      html      the whole document, including `<!doctype html>`
 *      state     the state embedded in html for the browser
 *
 * `site` lists the public pages and the beginnings of the closed addresses, for the sitemap and robots.txt.
 *
 * Assets are served from web/dist/client under `/`; `/assets/*` are immutable (hashed names).
 * Errors: rejects if a screen throws while rendering; respond 500 with the page of `renderShell`.
 */
import { StrictMode } from 'react'
import { QueryStatus } from '@reduxjs/toolkit/query'
import { renderToString } from 'react-dom/server'
import { Provider } from 'react-redux'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router-dom'
import { parseConfig, type AppConfig } from './api/config-schema.js'
import { ServicesProvider, type AppServices } from './api/services.js'
import { createStore, type AppStore } from './api/store.js'
import { createRoutes } from './app/routes.js'
import { localeOf, type RouteHandle } from './app/screen.js'
import { structuredData } from './app/structured-data.js'
import { WaitingPage } from './app/waiting-page.js'
import { activateLanguage, createLanguage, LanguageProvider } from './i18n/i18n.js'
import { countIn } from './lib/format-count.js'
import { DEFAULT_LOCALE, followsPreference, isLocale, type AppLocale } from './lib/locale.js'
import { documentOf, type Manifest } from './lib/document.js'
import { HeadSink, type PageHeadProps } from './ui/page-head.js'

export { site } from './app/site.js'

export interface RenderInput {
  url: string
  lang?: string
  theme?: 'light' | 'dark' | 'system'
  nonce: string
  config: AppConfig
  fetchApi: (path: string, init: RequestInit) => Promise<Response>
  assets: Manifest
  nowMs?: number
}

export interface RenderOutput {
  status: number
  redirect?: string
  cacheable: boolean
  html: string
  state: unknown
}

/** Renders the page at one address. */
export async function render(input: RenderInput): Promise<RenderOutput> {
  const services = servicesOf(input)
  const handler = createStaticHandler(createRoutes(services))
  const matches = matchRoutes(handler.dataRoutes, new URL(input.url, 'http://local').pathname)
  const handle = matches?.at(-1)?.route.handle as RouteHandle | undefined
  // Client-rendered screens aren't loaded on the server. A route without a handle is a redirect.
  if (handle && !handle.ssr) return renderShell(input)
  // No page exists at such an address, and only the browser knows the user's language for it.
  if (handle?.ssr && followsPreference(input.url)) return { ...(await renderShell(input)), status: 404 }
  const context = await handler.query(new Request(new URL(input.url, 'http://local')))
  if (context instanceof Response) {
    return {
      status: context.status,
      redirect: context.headers.get('location') ?? '/',
      cacheable: false,
      html: '',
      state: null,
    }
  }
  const head: { current: PageHeadProps | null } = { current: null }
  countIn(services.language.i18n.locale as AppLocale)
  const body = renderToString(
    <StrictMode>
      <Provider store={services.store}>
        <ServicesProvider services={services}>
          <LanguageProvider language={services.language}>
            <HeadSink value={head}>
              <StaticRouterProvider
                router={createStaticRouter(handler.dataRoutes, context)}
                context={context}
                hydrate={false}
              />
            </HeadSink>
          </LanguageProvider>
        </ServicesProvider>
      </Provider>
    </StrictMode>,
  )
  const state = { api: apiStateOf(services.store), hydration: hydrationOf(context), nowMs: services.nowMs }
  const locale = localeOf(input.url)
  return {
    status: head.current?.status ?? context.statusCode,
    cacheable: Object.values(state.api.queries).every((query) => query?.status === QueryStatus.fulfilled),
    html: documentOf({
      ...input,
      ...{ locale, head: head.current, body, state },
      structured: structuredData(input.url, head.current, services),
      ...{ module: handle?.module, namespaces: handle?.namespaces },
    }),
    state,
  }
}

/** Renders the loading page, for screens that are rendered in the browser. */
export async function renderShell(input: RenderInput): Promise<RenderOutput> {
  const preferred = input.lang
  const locale: AppLocale = followsPreference(input.url)
    ? isLocale(preferred)
      ? preferred
      : DEFAULT_LOCALE
    : localeOf(input.url)
  const head: PageHeadProps = { title: 'Hissa', private: true }
  const language = createLanguage()
  await activateLanguage(language, locale, ['shell'])
  const body = renderToString(
    <LanguageProvider language={language}>
      <WaitingPage />
    </LanguageProvider>,
  )
  return {
    status: 200,
    cacheable: true,
    html: documentOf({ ...input, locale, head, body, state: null }),
    state: null,
  }
}

function servicesOf(input: RenderInput): AppServices {
  return {
    config: parseConfig(input.config),
    store: createStore({ fetchApi: input.fetchApi }),
    language: createLanguage(),
    session: null,
    nowMs: input.nowMs ?? Date.now(),
  }
}

/** Returns the cache for the browser: responses only, without subscriptions. */
function apiStateOf(store: AppStore) {
  const { api } = store.getState()
  return {
    ...api,
    subscriptions: {},
    config: { ...api.config, middlewareRegistered: false, online: true, focused: true },
  }
}

function hydrationOf({ loaderData, actionData, errors }: StaticHandlerContext) {
  return { loaderData, actionData, errors }
}
