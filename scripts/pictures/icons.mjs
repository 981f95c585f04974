// Draws the icons of a home screen from the brand's mark, web/public/favicon.svg:
//
//   node scripts/pictures/icons.mjs
//
// Phones cut icons to a circle or a rounded square, so the mark stands in the middle of an opaque ground.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const at = (file) => fileURLToPath(new URL(`../../web/public/${file}`, import.meta.url))
/** The ground of the light theme, and the part of the icon's width that every phone shows. */
const GROUND = '#f2f5f3'
const MARK = 0.58
/** Units of the mark's own drawing, at 72 to the inch. */
const MARK_WIDTH = 28

const drawing = await readFile(at('favicon.svg'), 'utf8')
// An icon has one form: the colours of the dark theme would stand on the light ground.
const mark = Buffer.from(drawing.replace(/@media.*?\}\}/, ''))
for (const width of [180, 192, 512]) {
  const inner = Math.round(width * MARK)
  const drawn = await sharp(mark, { density: (72 * inner) / MARK_WIDTH })
    .resize(inner)
    .png()
    .toBuffer()
  await sharp({ create: { width, height: width, channels: 3, background: GROUND } })
    .composite([{ input: drawn }])
    .png({ palette: true, compressionLevel: 9 })
    .toFile(at(`icon-${width}.png`))
}
