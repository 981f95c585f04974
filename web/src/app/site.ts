import { publicScreens } from './public-screens.js'
import { PREFERENCE_PATHS } from '../lib/locale.js'

/** Public pages that search engines leave out: they depend on the reader's choice, or describe the software. */
const UNLISTED = ['/properties/compare', '/version']

/** What search engines need not open besides the screens of signed-in users: addresses that contain a secret. */
const WITH_SECRETS = [
  '/certificate/',
  '/card/',
  '/email-preferences',
  '/phone-upload',
  '/email-confirmation',
  '/forgot-password',
]

/** Addresses without a language, for the gateway's sitemap and robots.txt. The properties' own pages are not listed. */
export const site = {
  pages: publicScreens
    .filter(({ path, ssr }) => ssr && !path.includes(':') && !UNLISTED.includes(path))
    .map(({ path }) => path),
  closed: [...PREFERENCE_PATHS, ...WITH_SECRETS],
}
