// Installs the dependencies and downloads NATS, Redis, promtool and amtool if they are missing, so that tests don't wait for a download.
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

await bootstrap()
const { build } = await import('./build.mjs')
await build(['libs/testing/engines', 'libs/messaging'])
const { describeProgram, findProgram, hasDebianTools, unpackAlertTools } =
  await import('../libs/testing/engines/dist/start.js')
const enginesDir = process.env.HISSA_ENGINES ?? join(root, '.data', 'engines')
for (const name of ['nats-server', 'redis-server'])
  console.log(describeProgram(name, await findProgram(name, enginesDir, console.log)))
// Without promtool and amtool only the tests of the alerts are skipped, by name.
if (await hasDebianTools())
  await unpackAlertTools(enginesDir, console.log).then(
    (folder) => console.log(`promtool and amtool from Debian's packages (${folder})`),
    (error) => console.log(`promtool and amtool are missing: ${error.message}`),
  )
