// Compiles libs, services and the launcher from src to dist, one file each, only what is newer than its output.
// Types are checked by `npm run lint`; this only strips them.
import { transformFile } from '@swc/core'
import { globSync } from 'node:fs'
import { copyFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const everything = ['libs/*', 'services/*', 'deploy/local']
const mtime = (path) =>
  stat(path).then(
    (s) => s.mtimeMs,
    () => 0,
  )

/** Compiles these packages (folders or patterns; all when none is named); returns how many files were written. */
export async function build(packages = everything) {
  const options = { ...JSON.parse(await readFile(join(root, '.swcrc'), 'utf8')), swcrc: false }
  const sources = globSync(
    packages.map((path) => `${path}/src/**/*`),
    { cwd: root },
  ).filter((path) => /\.[a-z0-9]+$/i.test(path) && !/\.(spec|d)\.ts$/.test(path))
  const written = await Promise.all(sources.map((path) => compile(path, options)))
  return written.filter(Boolean).length
}

async function compile(path, options) {
  const source = join(root, path)
  const target = join(root, path.replace('/src/', '/dist/')).replace(/\.ts$/, '.js')
  const sourceMtime = await mtime(source)
  if ((await mtime(target)) >= sourceMtime) return false
  await mkdir(dirname(target), { recursive: true })
  // Written beside and renamed: a program that starts meanwhile never reads half a file.
  const partial = `${target}.${process.pid}`
  if (path.endsWith('.ts')) {
    const { code, map } = await transformFile(source, { ...options, sourceFileName: source })
    await writeFile(`${target}.map`, map ?? '')
    await writeFile(partial, `${code}\n//# sourceMappingURL=${target.split('/').pop()}.map\n`)
  } else {
    await copyFile(source, partial)
  }
  await rename(partial, target)
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = process.argv.slice(2)
  console.log(`built ${await build(packages.length > 0 ? packages : undefined)} files`)
}
