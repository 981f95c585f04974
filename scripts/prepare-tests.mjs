// Installs the dependencies and downloads NATS and Redis if they are missing, so that tests don't wait for a download.
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

await bootstrap()
const { build } = await import('./build.mjs')
await build(['libs/testing/engines', 'libs/messaging'])
const { describeProgram, findProgram } = await import('../libs/testing/engines/dist/start.js')
const enginesDir = process.env.HISSA_ENGINES ?? join(root, '.data', 'engines')
for (const name of ['nats-server', 'redis-server'])
  console.log(describeProgram(name, await findProgram(name, enginesDir, console.log)))
