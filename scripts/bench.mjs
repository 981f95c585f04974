// `npm run bench [area …] [-- --base=<commit>]`: prints each figure next to its peer's from the same run, and writes
// .data/bench/<area>.json.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

const AREAS = {
  journey: 'tests/bench/journey.ts',
  boot: 'tests/bench/boot.ts',
  chat: 'tests/bench/chat.ts',
  web: 'tests/bench/web/web.ts',
  ledger: 'libs/ledger/bench/ledger.ts',
  raise: 'services/investment/bench/raise.ts',
  speech: 'services/chat/bench/speech.ts',
  docstore: 'local/docstore/bench/ops.ts',
  mint: 'libs/token-suite/bench/mint-bench.ts',
}

await bootstrap()
const known = Object.keys(AREAS)
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--base='))
const base = process.argv.find((argument) => argument.startsWith('--base='))?.slice('--base='.length)
const unknown = wanted.filter((area) => !known.includes(area))
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}. There are ${known.join(', ')}.`)
  process.exit(1)
}
const { build } = await import('./build.mjs')
await build()
let failed = false
for (const area of wanted.length > 0 ? wanted : known) {
  console.log(`\n— ${area}`)
  failed = (await run(AREAS[area])) !== 0 || failed
}
process.exit(failed ? 1 : 0)

function run(file) {
  const child = spawn(
    process.execPath,
    ['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register', file],
    {
      cwd: root,
      stdio: 'inherit',
      // Areas that support a comparison with an earlier commit measure that commit too.
      env: { ...process.env, SWC_NODE_PROJECT: join(root, 'tsconfig.base.json'), ...(base && { BENCH_BASE: base }) },
    },
  )
  return new Promise((done) => child.once('close', (code) => done(code ?? 1)))
}
