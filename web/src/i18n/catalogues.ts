import type { Messages } from '@lingui/core'
import type { AppLocale } from '../lib/locale.js'

type Loader = () => Promise<{ default: unknown }>

/**
 * One catalogue per feature and language, each its own chunk. `shell` and `ui` are on every screen; a route names the
 * others it needs. A new feature adds one line per language here and one in ids.ts.
 */
const LOADERS = {
  en: {
    shell: () => import('./en/shell.json'),
    ui: () => import('./en/ui.json'),
    home: () => import('./en/home.json'),
    properties: () => import('./en/properties.json'),
    property: () => import('./en/property.json'),
    auth: () => import('./en/auth.json'),
    onboarding: () => import('./en/onboarding.json'),
    invest: () => import('./en/invest.json'),
    dashboard: () => import('./en/dashboard.json'),
    staff: () => import('./en/staff.json'),
    content: () => import('./en/content.json'),
    finance: () => import('./en/finance.json'),
  },
  ar: {
    shell: () => import('./ar/shell.json'),
    ui: () => import('./ar/ui.json'),
    home: () => import('./ar/home.json'),
    properties: () => import('./ar/properties.json'),
    property: () => import('./ar/property.json'),
    auth: () => import('./ar/auth.json'),
    onboarding: () => import('./ar/onboarding.json'),
    invest: () => import('./ar/invest.json'),
    dashboard: () => import('./ar/dashboard.json'),
    staff: () => import('./ar/staff.json'),
    content: () => import('./ar/content.json'),
    finance: () => import('./ar/finance.json'),
  },
} satisfies Record<AppLocale, Record<string, Loader>>

export type Namespace = keyof (typeof LOADERS)['en']

/** The messages of one feature in one language. The module system keeps what was loaded. */
export async function loadCatalogue(locale: AppLocale, namespace: Namespace): Promise<Messages> {
  return (await LOADERS[locale][namespace]()).default
}
