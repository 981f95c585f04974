import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '@hissa/testing-driver/product'

/** A copy of the sources that a test may change. */
export interface SourceTree {
  dir: string
  /** Saves as most editors do: a new file is renamed over the old one. */
  save(path: string, edit: (text: string) => string): void
  remove(): Promise<void>
}

/** Copies sources and build outputs; third-party packages are links to the installed ones. */
export async function copySources(): Promise<SourceTree> {
  const dir = await mkdtemp(join(tmpdir(), 'hissa-sources-'))
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  const files = listed.split('\n').filter((file) => file && existsSync(join(root, file)))
  const copy = (path: string) =>
    cpSync(join(root, path), join(dir, path), { recursive: true, preserveTimestamps: true })
  files.forEach(copy)
  const packages = manifests().map(dirname)
  packages
    .map((path) => join(path, 'dist'))
    .filter((path) => existsSync(join(root, path)))
    .forEach(copy)
  for (const path of ['.', ...packages]) linkPackages(join(root, path, 'node_modules'), join(dir, path, 'node_modules'))
  linkOwnPackages(dir)
  return {
    dir,
    save: (path, edit) => {
      const file = join(dir, path)
      writeFileSync(`${file}.new~`, edit(readFileSync(file, 'utf8')))
      renameSync(`${file}.new~`, file)
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

function linkPackages(from: string, to: string): void {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  const names = readdirSync(from).filter((name) => name !== '@hissa' && name !== '.cache' && !name.startsWith('.vite'))
  for (const name of names) {
    if (name === '.hissa-lock' || name === '.package-lock.json') cpSync(join(from, name), join(to, name))
    else symlinkSync(join(from, name), join(to, name))
  }
}

/** Links the project's own packages to those of the copy. */
function linkOwnPackages(dir: string): void {
  const scope = join(dir, 'node_modules', '@hissa')
  mkdirSync(scope)
  for (const manifest of manifests()) {
    const { name } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as { name: string }
    symlinkSync(join(dir, dirname(manifest)), join(scope, name.replace('@hissa/', '')))
  }
}

/** Returns the manifests of the project's packages, relative to the root. */
function manifests(): string[] {
  const listed = execFileSync('git', ['ls-files', '*/package.json'], { cwd: root, encoding: 'utf8' })
  return listed.trim().split('\n')
}
