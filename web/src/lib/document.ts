import arabicFont from '@fontsource-variable/readex-pro/files/readex-pro-arabic-wght-normal.woff2?url'
import latinFont from '@fontsource-variable/readex-pro/files/readex-pro-latin-wght-normal.woff2?url'
import type { AppConfig } from '../api/config.js'
import { BOOT_SCRIPT, preloadPicture } from './boot-script.js'
import { jsonText } from './json-text.js'
import { directionOf, LOCALES, localePath, type AppLocale } from './locale.js'
import { DIRHAM_SYMBOL } from '../ui/dirham-sign.js'
import { fullTitle, type PageHeadProps } from '../ui/page-head.js'
import { sourceSet } from '../ui/picture.js'

export type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

interface DocumentInput {
  url: string
  locale: AppLocale
  theme?: 'light' | 'dark' | 'system'
  nonce: string
  config: AppConfig
  assets: Manifest
  head: PageHeadProps | null
  body: string
  state: unknown
  /** What search engines read about the page, as JSON-LD. */
  structured?: readonly object[]
  /** The screen's module in the manifest. */
  module?: string
  /** Its catalogues, besides those of every screen. */
  namespaces?: readonly string[]
}

const ENTRY = 'src/entry-client.tsx'
/** Open Graph names a language with a territory. */
const PREVIEW_LOCALES: Record<AppLocale, string> = { en: 'en_AE', ar: 'ar_AE', fr: 'fr_FR', es: 'es_ES' }
/** The libraries' file in the manifest. It is a separate script, so that taps are handled between the two. */
const LIBRARIES = /^_vendor-/

/** Returns the whole HTML document around a rendered page. */
export function documentOf(input: DocumentInput): string {
  const { locale, theme, nonce, config, body, state } = input
  const attributes = theme === 'light' || theme === 'dark' ? ` data-theme="${theme}"` : ''
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"${attributes}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
${headTags(input)}
<meta name="theme-color" content="#f2f5f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0d1412" media="(prefers-color-scheme: dark)">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/icon-180.png">
<link rel="manifest" href="/manifest.webmanifest">
<script nonce="${escape(nonce)}">${BOOT_SCRIPT}</script>
${pictureTag(input)}${assetTags(input)}
</head>
<body>
${DIRHAM_SYMBOL}
<div id="root">${body}</div>
${structuredTags(input)}<script type="application/json" id="config">${jsonText(config)}</script>
${state ? `<script type="application/json" id="state">${jsonText(state)}</script>` : ''}
${scriptTags(input)}
</body>
</html>`
}

/** Data, not scripts, so the policy needs no nonce for them. */
function structuredTags({ structured = [] }: DocumentInput): string {
  return structured.map((node) => `<script type="application/ld+json">${jsonText(node)}</script>\n`).join('')
}

/** Returns a script that preloads the page's largest picture in the reader's theme, which no markup can know. */
function pictureTag({ head, nonce }: DocumentInput): string {
  if (!head?.picture) return ''
  const { files, sizes } = head.picture
  const sets = [files.light, files.dark ?? files.light].map((name) => sourceSet(name, files.widths, 'avif'))
  return `<script nonce="${escape(nonce)}">${preloadPicture(sets as [string, string], sizes)}</script>\n`
}

function previewTags(url: string | undefined): string[] {
  if (!url) return []
  return [
    `<meta property="og:image" content="${escape(url)}">`,
    `<meta property="og:image:width" content="1200">`,
    `<meta property="og:image:height" content="630">`,
    `<meta name="twitter:card" content="summary_large_image">`,
  ]
}

function scriptTags({ assets, nonce }: DocumentInput): string {
  const libraries = Object.keys(assets).find((key) => LIBRARIES.test(key))
  return [...(libraries ? [libraries] : []), ENTRY]
    .map((key) => assets[key]?.file ?? '')
    .map((file) => `<script type="module" fetchpriority="low" nonce="${escape(nonce)}" src="/${file}"></script>`)
    .join('\n')
}

function headTags({ head, url, config, locale }: DocumentInput): string {
  const title = `<title>${escape(fullTitle(head?.title ?? ''))}</title>`
  if (head?.private || head?.status) return `${title}\n<meta name="robots" content="noindex">`
  const { pathname } = new URL(url, config.publicUrl)
  const at = (other: AppLocale) => new URL(localePath(pathname, other), config.publicUrl).href
  const description = head?.description ?? ''
  return [
    title,
    `<meta name="description" content="${escape(description)}">`,
    `<link rel="canonical" href="${escape(new URL(pathname, config.publicUrl).href)}">`,
    ...LOCALES.map((other) => `<link rel="alternate" hreflang="${other}" href="${escape(at(other))}">`),
    `<link rel="alternate" hreflang="x-default" href="${escape(at('en'))}">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:locale" content="${PREVIEW_LOCALES[locale]}">`,
    `<meta property="og:title" content="${escape(head?.title ?? '')}">`,
    `<meta property="og:description" content="${escape(description)}">`,
    ...previewTags(head?.preview && new URL(head.preview, config.publicUrl).href),
  ].join('\n')
}

/** Returns the styles and fonts of the first paint, then the scripts, without which the page is readable. */
function assetTags({ assets, locale, module, namespaces = [] }: DocumentInput): string {
  const fonts = [latinFont, ...(locale === 'ar' ? [arabicFont] : [])]
  const screen = module ? [module] : []
  // The texts of every screen are one file, which also names the files of the others.
  const shared = Object.keys(assets).filter((key) => key.startsWith(`_texts-${locale}`))
  const texts = [...shared, ...namespaces.map((namespace) => `src/i18n/${locale}/${namespace}.json`)]
  const scripts = chunksOf(assets, [ENTRY, ...screen, ...(module ? texts : [])])
  const styles = [ENTRY, ...screen].flatMap((key) => assets[key]?.css ?? [])
  return [
    ...[...new Set(styles)].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin>`),
    ...scripts.map((file) => `<link rel="modulepreload" fetchpriority="low" href="/${file}">`),
  ].join('\n')
}

/** Returns the files of some modules and of all their static imports. */
function chunksOf(assets: Manifest, keys: readonly string[]): string[] {
  const seen = new Set<string>()
  const visit = (key: string) => {
    const chunk = assets[key]
    if (!chunk || seen.has(chunk.file)) return
    seen.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  keys.forEach(visit)
  return [...seen]
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
