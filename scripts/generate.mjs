// `npm run generate`: writes what is made from the services' manifests, docker-compose.yml and the table of settings.
// A test compares both with the manifests.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

await bootstrap()
const source = ['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register']
const generators = ['scripts/generate/main.ts']
for (const generator of generators) {
  const { status } = spawnSync(process.execPath, [...source, join(root, generator)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SWC_NODE_PROJECT: join(root, 'tsconfig.base.json') },
  })
  if (status !== 0) process.exit(status ?? 1)
}
