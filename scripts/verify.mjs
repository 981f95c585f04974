// `npm run verify [area …]`: runs attacks and faults against the real product. Prints each figure next to its limit,
// writes .data/verify/<area>.json, and fails if a limit is exceeded. An area is a file of tests/attacks, or `long`: the
// tests that take too long for every change (test/steps.mjs).
// `npm run verify unstable -- <words>` runs tests many times (verify/unstable.mjs), and only if it is named.
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

await bootstrap()
const areas = readdirSync(join(root, 'tests/attacks'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => basename(file, '.ts'))
  .concat('long')
  .sort()
if (process.argv[2] === 'unstable') {
  const { build } = await import('./build.mjs')
  await build()
  const { verifyUnstable } = await import('./verify/unstable.mjs')
  const words = process.argv.slice(3).filter((argument) => !argument.startsWith('--'))
  const times = Number(
    /^--times=(\d+)$/.exec(process.argv.find((text) => text.startsWith('--times=')) ?? '')?.[1] ?? 20,
  )
  process.exit((await verifyUnstable(root, words, times)) ? 0 : 1)
}
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = wanted.filter((area) => !areas.includes(area))
if (unknown.length > 0) {
  console.error(`No such area: ${unknown.join(', ')}. There are ${areas.join(', ')}.`)
  process.exit(1)
}
const { build } = await import('./build.mjs')
await build()
let failed = false
for (const area of wanted.length > 0 ? wanted : areas) {
  console.log(`\n— ${area}`)
  const code = area === 'long' ? await run(['scripts/test.mjs', '--long']) : await runArea(area)
  failed = code !== 0 || failed
}
process.exit(failed ? 1 : 0)

function runArea(area) {
  const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
  const fromSource = ['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register']
  return run([...fromSource, `tests/attacks/${area}.ts`, ...options])
}

function run(args) {
  const env = { ...process.env, SWC_NODE_PROJECT: join(root, 'tsconfig.base.json') }
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  return new Promise((done) => child.once('close', (code) => done(code ?? 1)))
}
