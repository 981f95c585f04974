import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import sharp from 'sharp'
import loadTesseract from 'tesseract.js-core/tesseract-core-simd.js'
import { findLines, hasTraces, type FoundLines } from './find-lines.js'
import { mayHaveLines } from './find-rows.js'

/** What was found on a picture. `confidencePercent` is the engine's own estimate. */
export type PictureText =
  | ({ found: true; confidencePercent: number } & FoundLines)
  | { found: false; refusal: 'too_small' | 'no_lines' | 'unclear' }

/** A share of the picture's height from its lower edge, prepared in one way. */
export interface Attempt {
  share: number
  widthPx: number
  /** Threshold of black and white, from 0 to 255. */
  threshold?: number
  sharpen?: true
}

/** Lines of 44 characters need about 11 pixels for each. */
const SMALLEST_SIDE_PX = 500
const LIMIT_PIXELS = 6_000_000
const TURNS = [0, 180, 90, 270] as const
/** The lines are at the lower edge of a page; around a photographed page there may be a margin. */
const FIRST: readonly Attempt[] = [
  { share: 0.28, widthPx: 1_400 },
  { share: 0.5, widthPx: 1_400 },
]
/** Measured on published specimens: each reads pages that the ones before it don't. */
const CAREFUL: readonly Attempt[] = [
  { share: 0.28, widthPx: 1_400, threshold: 120 },
  { share: 0.28, widthPx: 1_400, sharpen: true },
  { share: 0.28, widthPx: 1_400, threshold: 95 },
  { share: 0.4, widthPx: 1_400 },
  { share: 0.28, widthPx: 1_000 },
  { share: 0.4, widthPx: 1_000, sharpen: true },
]

/** Pictures are only passed on in memory, and compressing noise would take seconds. */
const UNCOMPRESSED = { compressionLevel: 0 }

// One picture at a time on one core, so that limits on the pool bound memory and time.
sharp.cache(false)
sharp.concurrency(1)

let engine: ReturnType<typeof openEngine> | undefined

/**
 * Reads the machine-readable lines of a stored picture. The engine only gets bands that were decoded and scaled here, so
 * their size doesn't depend on the upload. Runs on a worker thread; see `ReadPicture`.
 */
export default async function readPicture(received: Uint8Array): Promise<PictureText> {
  const bytes = Buffer.from(received.buffer, received.byteOffset, received.byteLength)
  const { width, height } = await sharp(bytes, { limitInputPixels: LIMIT_PIXELS }).metadata()
  if (Math.max(width, height) < SMALLEST_SIDE_PX) return { found: false, refusal: 'too_small' }
  engine ??= openEngine()
  const recognise = await engine
  recognise.begin()
  try {
    return await readWith(recognise, bytes)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    // Its memory can't be trusted any more: the next picture opens a new one.
    engine = undefined
    return { found: false, refusal: 'unclear' }
  }
}

type Engine = Awaited<ReturnType<typeof openEngine>>

async function readWith(recognise: Engine, bytes: Buffer): Promise<PictureText> {
  let best: (FoundLines & { confidencePercent: number }) | undefined
  let traced: { upright: Buffer; first: Attempt } | undefined
  const attempt = async (upright: Buffer, how: Attempt) => {
    const band = await prepare(upright, how)
    if (how.threshold === undefined && !(await isWorthReading(band))) return false
    const { text, confidencePercent } = recognise.band(band)
    const found = findLines(text)
    if (found && (!best || found.failing < best.failing)) best = { ...found, confidencePercent }
    return found !== undefined || hasTraces(text)
  }
  const grey = await sharp(bytes, { limitInputPixels: LIMIT_PIXELS }).greyscale().png(UNCOMPRESSED).toBuffer()
  for (const turn of TURNS) {
    const upright = turn === 0 ? grey : await sharp(grey).rotate(turn).greyscale().png(UNCOMPRESSED).toBuffer()
    for (const first of FIRST) {
      if (!(await attempt(upright, first))) continue
      traced ??= { upright, first }
      // A band with traces only may have cut off a line: cards have three.
      if (best) break
    }
    if (traced) break
  }
  for (const how of traced ? CAREFUL : []) {
    if (best?.failing === 0) break
    await attempt(traced!.upright, how)
  }
  if (best) return { found: true, ...best }
  return { found: false, refusal: traced ? 'unclear' : 'no_lines' }
}

/** Returns the band of a picture as the engine gets it: of at most `widthPx` in both directions. */
export async function prepare(upright: Buffer, { share, widthPx, threshold, sharpen }: Attempt): Promise<Buffer> {
  const { width, height } = await sharp(upright, { limitInputPixels: LIMIT_PIXELS }).metadata()
  const top = Math.floor(height * (1 - share))
  const band = sharp(upright, { limitInputPixels: LIMIT_PIXELS })
    .extract({ left: 0, top, width, height: height - top })
    .greyscale()
    // Inside a square, so that a narrow, high picture doesn't become a band of many pixels.
    .resize({ width: widthPx, height: widthPx, fit: 'inside' })
    .normalise()
  if (sharpen) band.sharpen()
  if (threshold !== undefined) band.threshold(threshold)
  return band.png(UNCOMPRESSED).toBuffer()
}

async function isWorthReading(band: Buffer): Promise<boolean> {
  const { data, info } = await sharp(band).greyscale().raw().toBuffer({ resolveWithObject: true })
  return mayHaveLines({ pixels: data, width: info.width, height: info.height })
}

/** The WebAssembly engine has failed, for example for lack of memory. */
class EngineError extends Error {}

const nothing = () => {}
const INPUT = '/input'

/** Opens the engine with the data of the package, without a network. */
async function openEngine() {
  const { FS, TessBaseAPI } = await loadTesseract({ TesseractProgress: nothing, print: nothing, printErr: nothing })
  const data = fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/4.0.0/eng.traineddata.gz'))
  FS.writeFile('./eng.traineddata', gunzipSync(await readFile(data)))
  const tesseract = new TessBaseAPI()
  if (tesseract.Init(null, 'eng', 0) !== 0) throw new Error('the data of the language cannot be used')
  tesseract.SetVariable('tessedit_char_whitelist', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<')
  tesseract.SetVariable('tessedit_pageseg_mode', '6')
  return {
    /** Forgets what the engine learnt from the picture before, which belongs to someone else. */
    begin: () => tesseract.ClearAdaptiveClassifier(),
    band(png: Buffer): { text: string; confidencePercent: number } {
      try {
        FS.writeFile(INPUT, png)
        if (tesseract.SetImageFile(1, 0) !== 0) throw new Error('the prepared band is not a picture')
        tesseract.Recognize(null)
        const read = { text: tesseract.GetUTF8Text(), confidencePercent: tesseract.MeanTextConf() }
        tesseract.Clear()
        FS.unlink(INPUT)
        return read
      } catch (error) {
        throw new EngineError('the engine failed', { cause: error })
      }
    },
  }
}
