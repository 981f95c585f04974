import { Font } from '@react-pdf/renderer'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export const FONT = 'Readex Pro'

const require = createRequire(import.meta.url)
const FOLDER = dirname(require.resolve('@expo-google-fonts/readex-pro/package.json'))
const FILES = { 300: '300Light/ReadexPro_300Light.ttf', 500: '500Medium/ReadexPro_500Medium.ttf' }

/**
 * Registers the product's font. Each of its files has both scripts: a font for each script would be embedded once for
 * every change between them.
 */
export function registerFonts(): void {
  const fonts = Object.entries(FILES).map(([weight, file]) => ({ src: join(FOLDER, file), fontWeight: Number(weight) }))
  Font.register({ family: FONT, fonts })
  // Words are never hyphenated: dates and Arabic would break.
  Font.registerHyphenationCallback((word) => [word])
}
