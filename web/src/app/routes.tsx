import { redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom'
import type { AppServices } from '../api/services.js'
import { activateLanguage } from '../i18n/i18n.js'
import { DEFAULT_LOCALE, LOCALES, localePath, splitLocale, type AppLocale } from '../lib/locale.js'
import { Crash } from './crash.js'
import type * as gates from './gates.js'
import { publicScreens } from './public-screens.js'
import { RootLayout } from './root-layout.js'
import { localeOf, type RouteHandle, type Screen } from './screen.js'
import { accountScreens, openScreens, signedInScreens } from './signed-in-screens.js'

/** Redirects (docs/product.md). The query string is kept. */
export const REDIRECTS: Readonly<Record<string, string>> = {
  '/auth': '/signin',
  '/auth/:view': '/signin',
  '/login': '/signin',
  '/signup': '/registration',
  '/confirm-signup': '/registration',
  '/reset-password': '/forgot-password',
  '/profile-completion': '/onboarding',
  '/kyc': '/onboarding',
  '/my-details': '/profile',
  '/portfolio': '/investor-dashboard',
  '/dashboard': '/investor-dashboard',
  '/investment/success': '/payment-success',
  '/investment/cancel': '/payment-cancel',
}

/** Left out of a production build, because the condition is evaluated at build time. */
const developmentScreens: Screen[] = import.meta.env?.DEV
  ? [{ path: '/__kit', load: () => import('../kit/kit-page.js') }]
  : []

/** Creates all routes for one set of services. The public routes exist under `/` and under each language prefix. */
export function createRoutes(services: AppServices): RouteObject[] {
  const screen = (definition: Screen) => toRoute(services, definition)
  const gated: RouteObject[] = [
    gate('AuthGate', [
      ...signedInScreens.signedIn.map(screen),
      gate('OnboardingGate', signedInScreens.onboarded.map(screen)),
    ]),
  ]
  return LOCALES.map((locale) => ({
    id: `root-${locale}`,
    path: locale === DEFAULT_LOCALE ? '/' : `/${locale}`,
    Component: RootLayout,
    ErrorBoundary: Crash,
    loader: ({ request }: LoaderFunctionArgs) => enterLanguage(services, request),
    children: [
      ...publicScreens.map(screen),
      ...openScreens.map(screen),
      gate('ActiveInvestorRedirect', accountScreens.map(screen)),
      ...Object.entries(REDIRECTS).map(([path, to]) => redirectRoute(path, to, locale)),
      ...(locale === DEFAULT_LOCALE ? gated : withoutPrefix()),
      ...developmentScreens.map(screen),
      screen({ path: '*', load: () => import('./not-found.js'), ssr: true, module: 'src/app/not-found.tsx' }),
    ],
  }))
}

/** Creates a layout that shows its children or redirects. Its code is loaded with the first screen behind it. */
function gate(name: keyof typeof gates, children: RouteObject[]): RouteObject {
  return { lazy: async () => ({ Component: (await import('./gates.js'))[name] }), children }
}

/** Screens that follow the language preference have one address; a language prefix redirects to it. */
function withoutPrefix(): RouteObject[] {
  return [...signedInScreens.signedIn, ...signedInScreens.onboarded].map(({ path }) => ({
    path: path.slice(1),
    loader: ({ request }: LoaderFunctionArgs) => {
      const { pathname, search } = new URL(request.url)
      return redirect(`${splitLocale(pathname)[1]}${search}`)
    },
  }))
}

function toRoute(services: AppServices, { path, load, data, ssr, module, namespaces = [] }: Screen): RouteObject {
  const handle: RouteHandle = { ssr, module, namespaces }
  return {
    ...(path === '/' ? { index: true } : { path: path.replace(/^\//, '') }),
    handle,
    lazy: async () => ({ Component: (await load()).default }),
    loader: async (args: LoaderFunctionArgs) => {
      const [answer] = await Promise.all([
        data?.(services, args),
        activateLanguage(services.language, localeOf(args.request.url), namespaces),
      ])
      return answer ?? null
    },
  }
}

function redirectRoute(path: string, to: string, locale: AppLocale): RouteObject {
  return {
    path: path.slice(1),
    loader: ({ request }: LoaderFunctionArgs) => redirect(`${localePath(to, locale)}${new URL(request.url).search}`),
  }
}

async function enterLanguage(services: AppServices, request: Request): Promise<null> {
  await activateLanguage(services.language, localeOf(request.url), ['shell', 'ui'])
  return null
}
