import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The files of the product's font: one family for both scripts. */
export const FONT_FILES = ['readex-pro-latin-wght-normal.woff2', 'readex-pro-arabic-wght-normal.woff2'] as const
export type FontFile = (typeof FONT_FILES)[number]

/** The characters for which a browser loads each file. */
const RANGES: Record<FontFile, string> = {
  'readex-pro-latin-wght-normal.woff2':
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  'readex-pro-arabic-wght-normal.woff2':
    'U+0600-06FF, U+0750-077F, U+0870-088E, U+0890-0891, U+0897-08E1, U+08E3-08FF, U+200C-200E, U+FB50-FDFF, U+FE70-FE74, U+FE76-FEFC',
}

const require = createRequire(import.meta.url)

const FOLDER = dirname(require.resolve('@fontsource-variable/readex-pro/package.json'))

/** Returns the path of a file of the font on this machine. */
export const fontPath = (file: FontFile): string => join(FOLDER, 'files', file)

/** Returns the rules that load the font from these addresses; no rule for a file without an address. */
export const fontCss = (urlOf: (file: FontFile) => string | undefined): string =>
  FONT_FILES.map((file) => ({ url: urlOf(file), range: RANGES[file] }))
    .filter(({ url }) => url !== undefined)
    .map(
      ({ url, range }) =>
        `@font-face{font-family:"Readex Pro Variable";src:url(${JSON.stringify(url)}) format("woff2-variations");font-weight:160 700;font-display:swap;unicode-range:${range}}`,
    )
    .join('')
