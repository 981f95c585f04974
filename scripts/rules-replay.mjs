// `npm run rules:replay`: evaluates every stored decision of the rules again, with the version that made it, and fails
// if one differs. Reads the store of MONGODB_URI, or that of the platform that runs locally.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

await bootstrap()
const { build } = await import('./build.mjs')
await build()
const uri = process.env.MONGODB_URI ?? localUri()
if (!uri) {
  console.error('Set MONGODB_URI, or start the platform with npm start.')
  process.exit(1)
}
const child = spawn(process.execPath, [join(root, 'services/investment/dist/reevaluate.main.js')], {
  stdio: 'inherit',
  env: { ...process.env, MONGODB_URI: uri },
})
child.once('close', (code) => process.exit(code ?? 1))

function localUri() {
  const file = join(root, '.data/run.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).urls.mongodb : undefined
}
