// Jest's globalSetup of the `service` project: starts the engines once per run and passes their addresses to the
// workers. First it compiles what is outdated, because the engines' code is TypeScript.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from '../../build.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')

export default async function startEngines() {
  await build(['libs/testing/engines', 'libs/messaging', 'local/docstore'])
  const { startTestEngines } = await import('../../../libs/testing/engines/dist/for-tests.js')
  const say = (line) => process.stderr.write(`engines: ${line}\n`)
  const run = await startTestEngines(root, say)
  Object.assign(process.env, run.env)
  globalThis.hissaTestRun = run
  if (process.env.RECORD_SURFACE) process.env.SURFACE_FILE = recordFile()
  say(run.description)
}

function recordFile() {
  const file = join(mkdtempSync(join(tmpdir(), 'record-')), 'names')
  writeFileSync(file, '')
  return file
}
