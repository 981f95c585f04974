// Jest's globalTeardown: stops what start-engines.mjs started. A killed run needs no teardown, because the guard
// processes stop the engines.
import { readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

export default async function stopEngines() {
  await globalThis.hissaTestRun?.stop()
  if (process.env.SURFACE_FILE) await mergeRecorded(process.env.SURFACE_FILE)
}

/** Merges the commands that the run's tests sent into the list that docstore must support. */
async function mergeRecorded(file) {
  const { mergeSurface } = await import('../../../local/docstore/dist/surface.js')
  const seen = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const fresh = mergeSurface(fileURLToPath(new URL('../../../local/docstore/surface.json', import.meta.url)), seen)
  process.stderr.write(`surface: ${new Set(seen).size} names, ${fresh.length} new\n`)
  rmSync(dirname(file), { recursive: true, force: true })
}
