// `npm start`: installs dependencies and the pinned Node, builds what is outdated, then runs the launcher
// (local/launcher).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap, root } from './bootstrap.mjs'

// In development the launcher is a separate process, which restarts when its code changes.
const isDev = process.argv.includes('--dev')
await bootstrap({ isRestartable: isDev, withTools: isDev })
// V8's compile cache of the services is stored with their packages, so that the next start can use it.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')

const seconds = (sinceMs) => ((performance.now() - sinceMs) / 1000).toFixed(1)

async function buildAll() {
  const startedAt = performance.now()
  const { build } = await import('./build.mjs')
  const files = await build()
  if (files > 0) console.log(`Built ${files} files of libraries and services in ${seconds(startedAt)} s`)
  const { webIsStale, buildWebInChild } = await import('./build-web.mjs')
  if (!existsSync(join(root, 'web/src/entry-client.tsx')) || !webIsStale()) return
  const webStartedAt = performance.now()
  await buildWebInChild()
  console.log(`Built the web in ${seconds(webStartedAt)} s`)
}

try {
  await buildAll()
} catch (error) {
  console.error(error.code === 'ENOSPC' ? '\nThe disk is full: free some space and start again.' : `\n${error.message}`)
  process.exit(1)
}
const { main } = await import('../local/launcher/dist/main.js')
await main(process.argv.slice(2))
