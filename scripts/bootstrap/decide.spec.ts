import { describe, expect, it } from '@jest/globals'
import {
  chooseNode,
  explainFailure,
  planInstallation,
  recordHolds,
  stampsOf,
  wantedPackages,
  whyUnsupported,
} from './decide.mjs'

const onLinux = { platform: 'linux', arch: 'x64', libc: 'glibc' }

describe('whyUnsupported', () => {
  it('accepts Node 20 and newer on Linux and macOS', () => {
    for (const platform of ['linux', 'darwin']) {
      expect(whyUnsupported({ nodeVersion: '20.0.0', platform })).toBeNull()
      expect(whyUnsupported({ nodeVersion: '26.1.0', platform })).toBeNull()
    }
  })

  it('names the running version, the required one and where to get it', () => {
    const said = whyUnsupported({ nodeVersion: '19.9.0', platform: 'linux' })
    expect(said).toMatch(/needs Node 20 or newer; this is 19\.9\.0/)
    expect(said).toMatch(/nodejs\.org.*nvm install 24/)
  })

  it('recommends WSL 2 or Docker on Windows, with any Node', () => {
    for (const nodeVersion of ['18.0.0', '24.0.0'])
      expect(whyUnsupported({ nodeVersion, platform: 'win32' })).toMatch(/wsl --install[\s\S]*docker compose up/)
  })
})

describe('chooseNode', () => {
  const pinned = { version: '24.21.0', isInstalled: true }
  const missing = { ...pinned, isInstalled: false }

  it('chooses the pinned one wherever it is installed', () => {
    expect(chooseNode({ pinned, running: '20.1.0', ...onLinux })).toEqual({ use: 'pinned' })
    expect(chooseNode({ pinned, running: '26.0.0', ...onLinux })).toEqual({ use: 'pinned' })
  })

  it('chooses the running one when the pinned one has no release for this system and the running one is as new', () => {
    const onMac = { platform: 'darwin', arch: 'arm64', libc: null }
    expect(chooseNode({ pinned: missing, running: '24.0.0', ...onMac })).toEqual({ use: 'running' })
    expect(chooseNode({ pinned: missing, running: '23.9.0', ...onMac }).problem).toMatch(
      /24\.21\.0.*darwin-arm64; this is 23\.9\.0[\s\S]*Install Node 24 or newer/,
    )
  })

  it('never chooses the pinned one on musl, because it needs glibc', () => {
    const onAlpine = { ...onLinux, libc: 'musl' }
    expect(chooseNode({ pinned, running: '24.0.0', ...onAlpine })).toEqual({ use: 'running' })
    expect(chooseNode({ pinned, running: '22.0.0', ...onAlpine }).problem).toMatch(/linux-x64-musl/)
  })
})

describe('planInstallation', () => {
  const stamps = stampsOf('{"lockfileVersion":3}')
  const older = stampsOf('{"lockfileVersion":2}')
  const plan = (stamp: string, withTools: boolean, holds = (_tools: boolean) => false) =>
    planInstallation({ stamp, stamps, withTools, holds })

  it('does nothing when the last installation was of this lockfile and sufficient', () => {
    const never = () => {
      throw new Error('nothing has to be read')
    }
    expect(plan(stamps.complete, true, never)).toBe('nothing')
    expect(plan(stamps.complete, false, never)).toBe('nothing')
    expect(plan(stamps.withoutTools, false, never)).toBe('nothing')
  })

  it('adds the tools to an installation without them', () => {
    expect(plan(stamps.withoutTools, true)).toBe('add-tools')
  })

  it('installs again for another lockfile and after an interrupted installation', () => {
    for (const stamp of ['', older.complete, older.withoutTools]) {
      expect(plan(stamp, true)).toBe('install')
      expect(plan(stamp, false)).toBe('install')
    }
  })

  it('accepts a manual installation that contains all packages of the command', () => {
    expect(plan('', true, () => true)).toBe('stamp')
    expect(plan('', false, (tools) => !tools)).toBe('stamp')
    expect(plan('', true, (tools) => !tools)).toBe('install')
  })
})

const packages = {
  '': {},
  'libs/money': { version: '0.1.0' },
  'node_modules/@hissa/money': { link: true },
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/jest': { version: '30.0.0', dev: true },
  'web/node_modules/ws': { version: '7.0.0' },
  'node_modules/@swc/core-linux-x64-gnu': {
    ...{ version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
  },
  'node_modules/@swc/core-linux-x64-musl': {
    ...{ version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['musl'] },
  },
  'node_modules/@swc/core-darwin-arm64': { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
  'node_modules/@swc/core-darwin-arm64/node_modules/tslib': { version: '2.0.0', optional: true },
}

describe('wantedPackages', () => {
  const product = ['node_modules/fastify', 'web/node_modules/ws']

  it('includes the packages of this system and excludes those of other systems only', () => {
    expect(wantedPackages(packages, false, onLinux)).toEqual([...product, 'node_modules/@swc/core-linux-x64-gnu'])
    const onMac = { platform: 'darwin', arch: 'arm64', libc: null }
    expect(wantedPackages(packages, false, onMac)).toEqual([
      ...product,
      'node_modules/@swc/core-darwin-arm64',
      'node_modules/@swc/core-darwin-arm64/node_modules/tslib',
    ])
    const onAlpine = { ...onLinux, libc: 'musl' }
    expect(wantedPackages(packages, false, onAlpine)).toContain('node_modules/@swc/core-linux-x64-musl')
  })

  it('includes development tools only when requested', () => {
    expect(wantedPackages(packages, true, onLinux)).toContain('node_modules/jest')
    expect(wantedPackages(packages, false, onLinux)).not.toContain('node_modules/jest')
  })
})

describe('recordHolds', () => {
  const record = {
    'node_modules/@hissa/money': { link: true },
    'node_modules/fastify': { version: '5.0.0' },
    'web/node_modules/ws': { version: '7.0.0' },
  }

  it('requires every package at its version and every link, but no optional one', () => {
    expect(recordHolds(record, packages, false)).toBe(true)
    for (const path of Object.keys(record))
      expect(recordHolds({ ...record, [path]: undefined as never }, packages, false)).toBe(false)
    expect(recordHolds({ ...record, 'node_modules/fastify': { version: '5.0.1' } }, packages, false)).toBe(false)
    expect(recordHolds(undefined, packages, false)).toBe(false)
  })

  it('requires the tools only when they are needed', () => {
    expect(recordHolds(record, packages, true)).toBe(false)
    expect(recordHolds({ ...record, 'node_modules/jest': { version: '30.0.0' } }, packages, true)).toBe(true)
  })
})

describe('explainFailure', () => {
  it('names the unreachable registry and three solutions', () => {
    const said = explainFailure(
      'npm error code ENOTFOUND\nnpm error request to https://registry.npmjs.org/zod failed, reason: getaddrinfo ENOTFOUND',
    )
    expect(said).toMatch(/https:\/\/registry\.npmjs\.org can't be reached \(ENOTFOUND\)/)
    expect(said.match(/^ {2}- /gm)).toHaveLength(3)
    expect(said).not.toMatch(/getaddrinfo/)
  })

  it('explains an untrusted certificate, a full disk and a missing npm', () => {
    expect(explainFailure('npm error code SELF_SIGNED_CERT_IN_CHAIN')).toMatch(/NODE_EXTRA_CA_CERTS/)
    expect(explainFailure('npm warn tar ENOSPC: no space left on device, write')).toMatch(/^The disk is full/)
    expect(explainFailure('spawn npm ENOENT')).toMatch(/npm was not found/)
  })

  it("quotes npm's message for any other error, without the path of its log", () => {
    const said = explainFailure(
      'npm warn old\nnpm error code EINTEGRITY\nnpm error sha512-a integrity checksum failed\nnpm error A complete log of this run can be found in: /x',
    )
    expect(said).toMatch(/EINTEGRITY\nnpm error sha512-a integrity checksum failed$/)
    expect(explainFailure('Killed')).toMatch(/Killed/)
  })
})
