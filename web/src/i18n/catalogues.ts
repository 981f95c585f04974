import type { Messages } from '@lingui/core'
import type { AppLocale } from '../lib/locale.js'

type Loader = () => Promise<{ default: unknown }>

/**
 * One catalogue per feature and language, each its own chunk. `shell` and `ui` are on every screen; a route names the
 * others it needs. A new feature adds one line per language here and one in ids.ts.
 */
const LOADERS = {
  en: {
    shell: () => import('./en/shell.json', { with: { type: 'json' } }),
    ui: () => import('./en/ui.json', { with: { type: 'json' } }),
    home: () => import('./en/home.json', { with: { type: 'json' } }),
    properties: () => import('./en/properties.json', { with: { type: 'json' } }),
    property: () => import('./en/property.json', { with: { type: 'json' } }),
    company: () => import('./en/company.json', { with: { type: 'json' } }),
    auth: () => import('./en/auth.json', { with: { type: 'json' } }),
    onboarding: () => import('./en/onboarding.json', { with: { type: 'json' } }),
    invest: () => import('./en/invest.json', { with: { type: 'json' } }),
    dashboard: () => import('./en/dashboard.json', { with: { type: 'json' } }),
    staff: () => import('./en/staff.json', { with: { type: 'json' } }),
    content: () => import('./en/content.json', { with: { type: 'json' } }),
    finance: () => import('./en/finance.json', { with: { type: 'json' } }),
  },
  ar: {
    shell: () => import('./ar/shell.json', { with: { type: 'json' } }),
    ui: () => import('./ar/ui.json', { with: { type: 'json' } }),
    home: () => import('./ar/home.json', { with: { type: 'json' } }),
    properties: () => import('./ar/properties.json', { with: { type: 'json' } }),
    property: () => import('./ar/property.json', { with: { type: 'json' } }),
    company: () => import('./ar/company.json', { with: { type: 'json' } }),
    auth: () => import('./ar/auth.json', { with: { type: 'json' } }),
    onboarding: () => import('./ar/onboarding.json', { with: { type: 'json' } }),
    invest: () => import('./ar/invest.json', { with: { type: 'json' } }),
    dashboard: () => import('./ar/dashboard.json', { with: { type: 'json' } }),
    staff: () => import('./ar/staff.json', { with: { type: 'json' } }),
    content: () => import('./ar/content.json', { with: { type: 'json' } }),
    finance: () => import('./ar/finance.json', { with: { type: 'json' } }),
  },
} satisfies Record<AppLocale, Record<string, Loader>>

export type Namespace = keyof (typeof LOADERS)['en']

/** The messages of one feature in one language. The module system keeps what was loaded. */
export async function loadCatalogue(locale: AppLocale, namespace: Namespace): Promise<Messages> {
  return (await LOADERS[locale][namespace]()).default
}
