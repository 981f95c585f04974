// Compiles libs, services and the launcher from src to dist, one file each, only what is newer than its output.
// Types are checked by `npm run lint`; this only strips them.
import { transformFile } from '@swc/core'
import { globSync } from 'node:fs'
import { cp, mkdir, stat, writeFile, readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const mtime = (path) => stat(path).then((s) => s.mtimeMs, () => 0)

/** Compiles every package; returns how many files were written. */
export async function build() {
  const options = { ...JSON.parse(await readFile(join(root, '.swcrc'), 'utf8')), swcrc: false }
  const sources = globSync(['libs/*/src/**/*', 'services/*/src/**/*', 'deploy/local/src/**/*'], { cwd: root })
    .filter((path) => /\.[a-z0-9]+$/i.test(path) && !/\.(spec|d)\.ts$/.test(path))
  const written = await Promise.all(sources.map((path) => compile(path, options)))
  return written.filter(Boolean).length
}

async function compile(path, options) {
  const source = join(root, path)
  const target = join(root, path.replace('/src/', '/dist/')).replace(/\.ts$/, '.js')
  if ((await mtime(target)) >= (await mtime(source))) return false
  await mkdir(dirname(target), { recursive: true })
  if (!path.endsWith('.ts')) {
    await cp(source, target)
    return true
  }
  const { code, map } = await transformFile(source, { ...options, sourceFileName: source })
  await writeFile(`${target}.map`, map ?? '')
  await writeFile(target, `${code}\n//# sourceMappingURL=${target.split('/').pop()}.map\n`)
  return true
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(`built ${await build()} files`)
