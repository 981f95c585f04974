// Encodes rendered pictures for the web, in the widths and formats that browsers choose from:
//
//   node scripts/pictures/encode.mjs <folder of render.py>
//
// Writes web/public/media/<name>.<hash>-<width>.{avif,webp}, a JPEG for link previews where there is one, and the two
// lists of them: services/property/sample/pictures.json and web/src/lib/site-pictures.json. Names contain a hash of the
// source and of the settings here, so browsers may keep the files for ever. Files that exist are left alone, and files
// that no list names are deleted.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import sharp from 'sharp'

const root = fileURLToPath(new URL('../../', import.meta.url))
const media = join(root, 'web/public/media')
const [from] = process.argv.slice(2)
if (!from) throw new Error('Name the folder that render.py wrote: node scripts/pictures/encode.mjs <folder>')

const AVIF = { quality: 50, effort: 4 }
const WEBP = { quality: 74, effort: 5 }
const WIDTHS = { property: [400, 800, 1280], hero: [640, 960, 1440, 1920], still: [480, 960] }
/** Link previews show 1.91:1. The whole building stays visible on the ground of the light theme. */
const PREVIEW = { width: 1200, height: 630, fit: 'contain', background: '#f2f5f3' }
const JPEG = { quality: 78, mozjpeg: true }

const kept = new Set()

/** Encodes one source and returns the beginning of its files' addresses. */
async function encode(name, widths, { preview = false } = {}) {
  const source = await readFile(join(from, `${name}.webp`))
  const settings = JSON.stringify([AVIF, WEBP, PREVIEW, JPEG])
  const hash = createHash('sha256').update(source).update(settings).digest('hex').slice(0, 8)
  const base = `${name}.${hash}`
  for (const width of widths) {
    await write(`${base}-${width}.avif`, () => sharp(source).resize(width).avif(AVIF))
    await write(`${base}-${width}.webp`, () => sharp(source).resize(width).webp(WEBP))
  }
  if (preview) await write(`${base}-preview.jpg`, () => sharp(source).resize(PREVIEW).jpeg(JPEG))
  return `/media/${base}`
}

async function write(file, encoded) {
  kept.add(file)
  const path = join(media, file)
  if (!existsSync(path)) await writeFile(path, await encoded().toBuffer())
}

/** Encodes both themes of a picture and returns its entry in a list. */
async function entry(light, dark, widths, options) {
  const { width, height } = await sharp(join(from, `${light}.webp`)).metadata()
  return { width, height, widths, light: await encode(light, widths, options), dark: await encode(dark, widths) }
}

async function propertyPictures() {
  const plans = JSON.parse(await readFile(join(from, 'plans.json'), 'utf8'))
  const list = {}
  for (const [id, file] of Object.entries(plans)) {
    const plan = file.replace('.webp', '')
    list[id] = [
      { kind: 'maquette', ...(await entry(`${id}-day`, `${id}-night`, WIDTHS.property, { preview: true })) },
      { kind: 'plan', ...(await entry(plan, `${plan}-night`, WIDTHS.property)) },
    ]
    console.log(id)
  }
  return list
}

async function sitePictures() {
  const list = { hero: await entry('hero-day', 'hero-night', WIDTHS.hero, { preview: true }) }
  for (const card of ['company', 'ledger', 'shares', 'review'])
    list[card] = await entry(`protect-${card}`, `protect-${card}-night`, WIDTHS.still)
  return list
}

async function writeJson(path, value) {
  const filepath = join(root, path)
  await writeFile(filepath, await format(JSON.stringify(value), { ...(await resolveConfig(filepath)), filepath }))
}

await mkdir(media, { recursive: true })
await writeJson('web/src/lib/site-pictures.json', await sitePictures())
await writeJson('services/property/sample/pictures.json', await propertyPictures())
const stale = (await readdir(media)).filter((file) => !kept.has(file))
await Promise.all(stale.map((file) => rm(join(media, file))))
