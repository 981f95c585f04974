// Jest's globalTeardown: stops what start-engines.mjs started. A killed run needs no teardown, because the guard
// processes stop the engines.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from '../../build.mjs'

export default async function stopEngines() {
  await globalThis.hissaTestRun?.stop()
  if (process.env.SURFACE_FILE) await mergeRecorded(process.env.SURFACE_FILE)
  if (process.env.ERRORS_FILE) await mergeErrors(process.env.ERRORS_FILE)
}

/** Merges the commands that the run's tests sent into the list that docstore must support. */
async function mergeRecorded(file) {
  const { mergeSurface } = await import('../../../local/docstore/dist/surface.js')
  const seen = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const fresh = mergeSurface(fileURLToPath(new URL('../../../local/docstore/surface.json', import.meta.url)), seen)
  process.stderr.write(`surface: ${new Set(seen).size} names, ${fresh.length} new\n`)
  rmSync(dirname(file), { recursive: true, force: true })
}

/** Merges the errors that the run's tests provoked into the journal for the check of declared errors. */
async function mergeErrors(file) {
  await build(['libs/contracts'])
  const { calls } = await import('../../../libs/contracts/dist/bus/index.js')
  const journal = fileURLToPath(new URL('../../../libs/contracts/test/provoked-errors.json', import.meta.url))
  const seen = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const provoked = new Set(seen)
  for (const [name, errors] of Object.entries(JSON.parse(readFileSync(journal, 'utf8'))))
    for (const error of errors) provoked.add(`${name} ${error}`)
  const merged = {}
  for (const name of calls.map((call) => call.name).sort()) {
    const errors = [...provoked].filter((entry) => entry.startsWith(`${name} `))
    if (errors.length > 0) merged[name] = errors.map((entry) => entry.slice(name.length + 1)).sort()
  }
  writeFileSync(journal, `${JSON.stringify(merged, null, 2)}\n`)
  process.stderr.write(`errors: ${new Set(seen).size} recorded\n`)
  rmSync(dirname(file), { recursive: true, force: true })
}
