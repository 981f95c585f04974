import { root } from '@hissa/testing-driver/product'
import { execFileSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The commit to compare with, from `npm run bench <area> -- --base=<commit>`; undefined without one. */
export const base = process.env['BENCH_BASE']

/** How long a first start may take: it downloads and installs everything, on a busy machine or a slow network. */
export const FIRST_START_WITHIN_MS = 900_000

/** Returns the short name of a commit. Throws when this repository doesn't have it. */
export function commitOf(revision: string): string {
  try {
    const args = ['rev-parse', '--short', '--verify', '--quiet', `${revision}^{commit}`]
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  } catch {
    throw new Error(`This repository has no commit ${revision}.`)
  }
}

/** Clones a commit into a temporary folder, which the caller removes; returns its path. */
export async function cloneOf(commit: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'hissa-bench-'))
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, dir])
  execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: dir })
  return dir
}

/** Returns the environment in which a clone has separate data, engines and npm cache. */
export const environmentOf = (dir: string) => ({
  HISSA_DATA: join(dir, '.data'),
  npm_config_cache: join(dir, '.data-npm'),
})

/** Removes the variables that npm has set for this folder, so that the npm of a clone finds its own. */
export function clearNpmVariables(): void {
  for (const name of Object.keys(process.env))
    if (/^npm_(package|lifecycle|config_local_prefix|execpath|command)/.test(name)) delete process.env[name]
}
