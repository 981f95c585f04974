import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { checkLockfile, leaveOutTools, supportedPlatforms, type LockEntry } from './lockfile.mjs'

const integrity = 'sha512-abc'
const binaryOf = ({ os, cpu, libc }: (typeof supportedPlatforms)[number]) =>
  [
    `@swc/core-${[os, cpu, libc === 'glibc' ? 'gnu' : libc].filter(Boolean).join('-')}`,
    { version: '1.0.0', integrity, optional: true, os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) },
  ] as const

/** Returns a project with one package that has a binary for each system, modified by `change`. */
function lockfile(change: (packages: Record<string, LockEntry>) => void = () => undefined) {
  const binaries = supportedPlatforms.map(binaryOf)
  const packages: Record<string, LockEntry> = {
    '': { dependencies: { '@swc/core': '1.0.0' } },
    'node_modules/@swc/core': {
      ...{ version: '1.0.0', integrity },
      optionalDependencies: Object.fromEntries(binaries.map(([name]) => [name, '1.0.0'])),
    },
    ...Object.fromEntries(binaries.map(([name, entry]) => [`node_modules/${name}`, entry])),
  }
  change(packages)
  return packages
}

describe('checkLockfile', () => {
  it('accepts the lockfile of this project, which covers macOS, Linux and Windows', () => {
    const file = join(import.meta.dirname, '../../package-lock.json')
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockEntry> }
    expect(checkLockfile(packages)).toEqual([])
    const paths = Object.keys(packages).join('\n')
    for (const name of ['@swc/core', '@rolldown/binding', '@img/sharp', 'lightningcss', '@tailwindcss/oxide'])
      for (const system of ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'])
        expect(paths).toContain(`node_modules/${name}-${system}`)
  })

  it.each(supportedPlatforms.map((platform) => [binaryOf(platform)[0]]))('reports %s if it is missing', (name) => {
    const without = lockfile((packages) => delete packages[`node_modules/${name}`])
    expect(checkLockfile(without)).toContain(`${name}: not in the lockfile (of @swc/core)`)
  })

  it('reports a system for which a package has no binary', () => {
    const without = lockfile((packages) => {
      delete packages['node_modules/@swc/core-win32-x64']
      delete packages['node_modules/@swc/core']!.optionalDependencies!['@swc/core-win32-x64']
    })
    expect(checkLockfile(without)).toEqual(['@swc/core: no binary for win32-x64'])
  })

  it('reports an entry that npm would skip on its own system', () => {
    const skipped = lockfile((packages) =>
      Object.assign(packages['node_modules/@swc/core-darwin-arm64']!, { os: ['none'], cpu: ['none'] }),
    )
    expect(checkLockfile(skipped)).toEqual([
      '@swc/core-darwin-arm64: is for none none, not for what its name says',
      '@swc/core: no binary for darwin-arm64',
    ])
  })

  it('reports a package without integrity, and one with a registry address', () => {
    const bare = lockfile((packages) => delete packages['node_modules/@swc/core-linux-x64-musl']!.integrity)
    expect(checkLockfile(bare)).toEqual(['@swc/core-linux-x64-musl: no integrity hash'])
    const private_ = lockfile(
      (packages) => (packages['node_modules/@swc/core']!.resolved = 'https://npm.example/core.tgz'),
    )
    expect(checkLockfile(private_)).toEqual([
      expect.stringMatching(/^@swc\/core: names the registry https:\/\/npm\.example/),
    ])
  })
})

describe('leaveOutTools', () => {
  /** Returns a lockfile in which the product names TypeScript as an optional peer, and a tool depends on it. */
  const withTool = (optional: boolean) =>
    lockfile((packages) =>
      Object.assign(packages, {
        'node_modules/@swc/core': {
          ...packages['node_modules/@swc/core'],
          peerDependencies: { typescript: '*', react: '*' },
          peerDependenciesMeta: { typescript: { optional } },
        },
        'node_modules/react': { version: '19.0.0', integrity },
        'node_modules/typescript': { version: '6.0.0', integrity, devOptional: optional, dependencies: { tslib: '*' } },
        'node_modules/tslib': { version: '2.0.0', integrity, devOptional: optional },
      }),
    )

  it('excludes packages from a start that only an optional peer requires, with their dependencies', () => {
    const packages = withTool(true)
    expect(checkLockfile(packages)).toHaveLength(2)
    expect(leaveOutTools(packages)).toEqual(['node_modules/typescript', 'node_modules/tslib'])
    expect(packages['node_modules/@swc/core']).toMatchObject({ peerDependencies: { react: '*' } })
    expect(packages['node_modules/@swc/core']!.peerDependencies).not.toHaveProperty('typescript')
    expect(packages['node_modules/typescript']).toMatchObject({ dev: true, dependencies: { tslib: '*' } })
    expect(checkLockfile(packages)).toEqual([])
  })

  it('keeps a peer that the product requires', () => {
    const packages = withTool(false)
    expect(leaveOutTools(packages)).toEqual([])
    expect(packages).toEqual(withTool(false))
  })
})
