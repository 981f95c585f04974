// Compiles libs, services and the launcher from src to dist, file by file, if the source is newer than its output. It
// only strips types; `npm run lint` checks them.
import { globSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { workspaces } from './workspaces.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
/** Every package but the web, which Vite builds. */
const everything = () => workspaces(root).filter((pattern) => pattern !== 'web')
const mtime = (path) =>
  stat(path).then(
    (s) => s.mtimeMs,
    () => 0,
  )

/** Compiles these packages (folders or patterns; all by default). Returns the number of files written. */
export async function build(packages = everything()) {
  const sources = globSync(
    packages.map((path) => `${path}/src/**/*`),
    { cwd: root },
  ).filter((path) => /\.[a-z0-9]+$/i.test(path) && !/\.(spec|d)\.ts$/.test(path))
  const written = await Promise.all(sources.map(compileWhenStale))
  return written.filter(Boolean).length
}

/**
 * Compiles these sources (paths from `folder`) whatever their dates. If a source does not compile, its output stays; if
 * a source was deleted, its output is removed. Returns the sources with a changed output, and for each that does not
 * compile the compiler's message without its stack.
 */
export async function compileSources(paths, folder = root) {
  const results = await Promise.all(
    paths.map(async (path) => {
      try {
        return { path, isNew: await replace(await transform(path, folder)) }
      } catch (error) {
        return { path, message: messageOf(error) }
      }
    }),
  )
  return {
    changed: results.filter(({ isNew }) => isNew).map(({ path }) => path),
    failures: results.filter(({ message }) => message !== undefined),
  }
}

const targetOf = (path, folder) => join(folder, path.replace('/src/', '/dist/')).replace(/\.ts$/, '.js')

async function compileWhenStale(path) {
  if ((await mtime(targetOf(path, root))) >= (await mtime(join(root, path)))) return false
  await write(await transform(path, root))
  return true
}

let swcOptions
const readOptions = async () => ({ ...JSON.parse(await readFile(join(root, '.swcrc'), 'utf8')), swcrc: false })

/** Returns the output of a source; `code` is null if the source was deleted. */
async function transform(path, folder) {
  const source = join(folder, path)
  const target = targetOf(path, folder)
  if ((await mtime(source)) === 0) return { path, target, code: null }
  if (!path.endsWith('.ts')) return { path, target, code: await readFile(source) }
  // Imported on demand: the compiler takes 60 MB, and most starts compile nothing.
  const { transformFile } = await import('@swc/core')
  const { code, map } = await transformFile(source, {
    ...(await (swcOptions ??= readOptions())),
    sourceFileName: source,
  })
  return { path, target, code: `${code}\n//# sourceMappingURL=${target.split('/').pop()}.map\n`, map: map ?? '' }
}

/** Writes an output unless it is unchanged; returns whether it was written. */
async function replace(output) {
  const { target, code } = output
  const before = await readFile(target).catch(() => null)
  if (code === null ? before === null : before?.equals(Buffer.from(code))) return false
  if (code === null) await rm(target)
  else await write(output)
  return true
}

/** Writes to a temporary file and renames it, so that no program ever reads a partial file. */
async function write({ target, code, map }) {
  await mkdir(dirname(target), { recursive: true })
  if (map !== undefined) await writeFile(`${target}.map`, map)
  const partial = `${target}.${process.pid}`
  await writeFile(partial, code)
  await rename(partial, target)
}

/** Returns the compiler's message with its excerpt of the source; its causes and native frames add nothing. */
const messageOf = (error) => error.message.split(/\n+Caused by:/)[0].trimEnd()

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = process.argv.slice(2)
  console.log(`built ${await build(packages.length > 0 ? packages : undefined)} files`)
}
