// `node scripts/schemas.mjs`: writes the schemas of all events, calls and documents to libs/contracts/schemas and compares
// them with the latest release. With `--release`: records them as the release of their version.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

await bootstrap()
const { status } = spawnSync(
  process.execPath,
  [
    '--no-warnings',
    '--conditions=source',
    '--import',
    '@swc-node/register/esm-register',
    'scripts/schemas/main.ts',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SWC_NODE_PROJECT: join(root, 'tsconfig.base.json') } },
)
process.exit(status ?? 1)
