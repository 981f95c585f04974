// `npm run roles:handover`: hands the roles of the contracts over to CHAIN_ADMIN, with the settings of tokenisation from
// the environment. It can be ended and repeated. Exits with 0 when nothing is left, 2 when it has to be run again later.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

await bootstrap()
const { build } = await import('./build.mjs')
await build()
const child = spawn(process.execPath, [join(root, 'services/tokenisation/dist/hand-over.main.js')], {
  stdio: 'inherit',
})
child.once('close', (code) => process.exit(code ?? 1))
