// Builds the web twice, for the browser (web/dist/client) and for rendering in the gateway (web/dist/server), when a
// source is newer than the outputs.
import { spawn } from 'node:child_process'
import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './bootstrap.mjs'

const sources = [
  'web/src/**/*',
  'web/public/**/*',
  'web/build/**/*',
  'web/*.{ts,json}',
  'libs/contracts/src/**/*',
  'libs/money/src/**/*',
  'libs/texts/src/**/*',
]
const outputs = ['web/dist/client/.vite/manifest.json', 'web/dist/server/entry-server.js']

const mtimeMs = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0

/** Returns whether the built web is missing or older than its sources. */
export function webIsStale() {
  const files = globSync(sources, { cwd: root }).filter((path) => !/\.spec\.tsx?$/.test(path))
  const newest = Math.max(0, ...files.map(mtimeMs))
  return outputs.some((path) => mtimeMs(path) < newest)
}

/** Builds browser assets and server entry. Throws Vite's error if a source does not compile. */
export async function buildWeb() {
  const { build } = await import('vite')
  const common = { configFile: join(root, 'web/vite.config.ts'), logLevel: 'warn' }
  await build(common)
  await build({ ...common, build: { ssr: join(root, 'web/src/entry-server.tsx') } })
}

/**
 * Runs `buildWeb` in a child process, which frees the bundler's memory afterwards and keeps its NODE_ENV=production out
 * of this process.
 */
export function buildWebInChild() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], { cwd: root, stdio: 'inherit' })
  return new Promise((done, failed) => {
    child.once('error', failed)
    child.once('exit', (code) => (code === 0 ? done() : failed(new Error('the web does not build; see above'))))
  })
}

/**
 * Builds for development on each message `{ build: folder }`, in one process, so that the bundler is warm. Nothing is
 * minified, and files of earlier builds remain for open pages. Replies with `{}`, or `{ error }` with Vite's message.
 */
async function buildOnRequest() {
  process.once('disconnect', () => process.exit())
  const folders = []
  let next
  process.on('message', ({ build }) => {
    folders.push(build)
    next?.()
  })
  const { build } = await import('vite')
  // The first build of a process takes twice as long as the others. Errors are reported when a build is requested.
  if (folders.length === 0) await buildInto(build, null).catch(() => undefined)
  for (;;) {
    if (folders.length === 0) await new Promise((resolve) => (next = resolve))
    await buildInto(build, folders.shift()).then(
      () => process.send({}),
      (error) => process.send({ error: error.message }),
    )
  }
}

/** Builds into `folder`; writes nothing if it is null. */
async function buildInto(build, folder) {
  const common = { configFile: join(root, 'web/vite.config.ts'), logLevel: 'silent' }
  const options = (outDir) => ({
    ...(folder === null ? { write: false } : { outDir: join(folder, outDir) }),
    emptyOutDir: false,
    minify: false,
    reportCompressedSize: false,
  })
  const ssr = { ssr: join(root, 'web/src/entry-server.tsx') }
  await Promise.all([
    build({ ...common, build: options('client') }),
    build({ ...common, build: { ...options('server'), ...ssr } }),
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.send) await buildOnRequest()
  else {
    await buildWeb().catch((error) => {
      console.error(error.message)
      process.exit(1)
    })
  }
}
