// `npm run generate`: writes every generated file (settings, services of docker-compose.yml, diagram, schemas of calls
// and events, API documents). Tests compare them with their sources. `npm run generate -- --release` also records the
// schemas as those of their version; `-- --calibration` learns again which questions the assistant answers.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

await bootstrap()
const source = ['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register']
const generators = [['scripts/generate/main.ts'], ['scripts/schemas/main.ts', ...process.argv.slice(2)]]
if (process.argv.includes('--calibration')) generators.push(['scripts/calibration/main.ts'])
for (const [generator, ...options] of generators) {
  const { status } = spawnSync(process.execPath, [...source, join(root, generator), ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SWC_NODE_PROJECT: join(root, 'tsconfig.base.json') },
  })
  if (status !== 0) process.exit(status ?? 1)
}
