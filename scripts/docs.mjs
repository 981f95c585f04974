// `npm run docs`: writes the parts of docs that are generated from the contracts.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

await bootstrap()
const child = spawn(
  process.execPath,
  ['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register', 'scripts/docs/write.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SWC_NODE_PROJECT: join(root, 'tsconfig.base.json') } },
)
child.once('close', (code) => process.exit(code ?? 1))
