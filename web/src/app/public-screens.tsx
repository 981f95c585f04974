import { redirect } from 'react-router-dom'
import { api } from '../api/api.js'
import type { AppServices } from '../api/services.js'
import { localePath } from '../lib/locale.js'
import { localeOf, type Screen } from './screen.js'

const onServer = typeof document === 'undefined'

/** Loaded with the screens that use it, to keep it out of the entry. */
const propertyQueries = () => import('../lib/property-query.js')

/** Public screens, rendered by the server unless it can know nothing of what they show. */
export const publicScreens: Screen[] = [
  {
    path: '/',
    load: () => import('./home-route.js'),
    module: 'src/app/home-route.tsx',
    namespaces: ['home', 'properties'],
    ssr: true,
    data: async ({ store }) => {
      const { readHome } = await import('./home-route.js')
      await settle(readHome(store, onServer))
    },
  },
  {
    path: '/properties',
    load: () => import('../features/properties/list-page.js'),
    module: 'src/features/properties/list-page.tsx',
    namespaces: ['properties'],
    ssr: true,
    data: async ({ store }, { request }) => {
      const { listQueryOf } = await propertyQueries()
      const query = listQueryOf(new URL(request.url).searchParams)
      await settle(store.dispatch(api.endpoints.listProperties.initiate(query, { subscribe: onServer })))
    },
  },
  {
    path: '/properties/compare',
    load: () => import('../features/properties/compare-page.js'),
    module: 'src/features/properties/compare-page.tsx',
    namespaces: ['properties'],
    ssr: true,
    data: async ({ store }, { request }) => {
      const { readSlugs } = await import('../lib/compared.js')
      const slugs = readSlugs(new URL(request.url).searchParams.get('ids'))
      const read = (slug: string) => store.dispatch(api.endpoints.getProperty.initiate(slug, { subscribe: onServer }))
      await settle(Promise.all(slugs.map(read)))
    },
  },
  {
    path: '/properties/:id',
    load: () => import('../features/property/detail-page.js'),
    module: 'src/features/property/detail-page.tsx',
    namespaces: ['properties', 'property', 'income', 'valuations'],
    ssr: true,
    data: async ({ store }, { params, request }) => loadProperty(store, params['id'] ?? '', request.url),
  },
  {
    path: '/property-showcase/:id',
    load: () => import('../features/property/showcase-page.js'),
    module: 'src/features/property/showcase-page.tsx',
    namespaces: ['properties', 'property'],
    ssr: true,
    data: async ({ store }, { params, request }) =>
      loadProperty(store, params['id'] ?? '', request.url, '/property-showcase'),
  },
  {
    path: '/legal',
    load: () => import('../features/company/legal-page.js'),
    module: 'src/features/company/legal-page.tsx',
    namespaces: ['company'],
    ssr: true,
    data: async ({ store }, { request }) => {
      const { getLegalTexts, getPlatformDisclosures } = (await import('../features/company/company-api.js')).companyApi
        .endpoints
      const locale = localeOf(request.url)
      const legal = store.dispatch(getLegalTexts.initiate(locale, { subscribe: onServer }))
      const accepted = store.dispatch(getPlatformDisclosures.initiate(locale, { subscribe: onServer }))
      await settle(Promise.all([legal, accepted]))
    },
  },
  {
    path: '/about',
    load: () => import('../features/company/about-page.js'),
    module: 'src/features/company/about-page.tsx',
    namespaces: ['company'],
    ssr: true,
  },
  {
    path: '/contact',
    load: () => import('../features/company/contact-page.js'),
    module: 'src/features/company/contact-page.tsx',
    namespaces: ['company'],
    ssr: true,
  },
  {
    path: '/early-access',
    load: () => import('../features/company/early-access-page.js'),
    module: 'src/features/company/early-access-page.tsx',
    namespaces: ['company'],
    ssr: true,
  },
  {
    path: '/accessibility',
    load: () => import('../features/company/accessibility-page.js'),
    module: 'src/features/company/accessibility-page.tsx',
    namespaces: ['company'],
    ssr: true,
  },
  {
    path: '/version',
    load: () => import('../features/company/version-page.js'),
    module: 'src/features/company/version-page.tsx',
    namespaces: ['company'],
    ssr: true,
  },
  {
    path: '/shares-card-showcase',
    load: () => import('../features/company/shares-card-showcase-page.js'),
    module: 'src/features/company/shares-card-showcase-page.tsx',
    namespaces: ['company'],
    ssr: true,
  },
  {
    path: '/certificate/:sequence/:index/:code',
    load: () => import('../features/tokens/certificate-page.js'),
    namespaces: ['tokens'],
  },
  { path: '/card/:code', load: () => import('../features/card/card-check-page.js'), namespaces: ['card'] },
  {
    path: '/mobile-app',
    load: () => import('../features/company/mobile-app-page.js'),
    module: 'src/features/company/mobile-app-page.tsx',
    namespaces: ['company'],
    ssr: true,
  },
]

/**
 * Awaits a request on the server, so that the page contains its data. In the browser the screen shows a loading state.
 */
async function settle(request: PromiseLike<unknown>): Promise<void> {
  if (onServer) await request
}

/** Redirects any of a property's addresses to its slug. In the browser the page does the same once it has loaded. */
async function loadProperty(
  store: AppServices['store'],
  id: string,
  url: string,
  page = '/properties',
): Promise<Response | null> {
  const request = store.dispatch(api.endpoints.getProperty.initiate(id, { subscribe: onServer }))
  const { getPropertyIncome } = await import('../api/income-api.js')
  const income = store.dispatch(getPropertyIncome.initiate(id, { subscribe: onServer }))
  const { getPropertyValuations } = await import('../api/valuations-api.js')
  const valuations = store.dispatch(getPropertyValuations.initiate(id, { subscribe: onServer }))
  if (!onServer) return null
  const [{ data }] = await Promise.all([request, income, valuations])
  if (!data || data.slug === id) return null
  return redirect(localePath(`${page}/${encodeURIComponent(data.slug)}${new URL(url).search}`, localeOf(url)), 301)
}
