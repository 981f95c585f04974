import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { serviceNames } from '@hissa/contracts'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { packagesOf, reduce } from './image.mjs'

const root = join(import.meta.dirname, '..')

describe('packages of an image', () => {
  it('include the services and their libraries, without sandboxes, docstore or test code', () => {
    const packages = packagesOf(root, 'services')
    expect(packages).toEqual(expect.arrayContaining(serviceNames.map((name) => `services/${name}`)))
    expect(packages).toEqual(expect.arrayContaining(['libs/contracts', 'libs/kernel', 'libs/ledger', 'libs/messaging']))
    expect(packages.filter((folder) => !/^(libs|services)\/[a-z-]+$/.test(folder))).toEqual([])
  })

  it('include the launcher and the engines for the chain, without services or docstore', () => {
    const packages = packagesOf(root, 'chain').filter((folder) => !/^libs\/[a-z]+$/.test(folder))
    expect(packages).toContain('libs/testing/engines')
    expect(packages.filter((folder) => /^services\/|docstore/.test(folder))).toEqual([])
  })

  it('include the launcher and the sandboxes, without services, docstore or engines', () => {
    const packages = packagesOf(root, 'sandboxes')
    expect(packages.filter((folder) => !/^libs\/[a-z]+$/.test(folder))).toEqual([
      'libs/testing/driver',
      'libs/testing/helpers',
      ...['bank', 'chain', 'kit', 'launcher', 'mail', 'payments'].map((name) => `local/${name}`),
    ])
  })
})

describe('the image of docstore', () => {
  it('contains docstore alone', () => {
    expect(packagesOf(root, 'docstore')).toEqual(['local/docstore'])
  })
})

describe('reduce', () => {
  let dir: string
  const write = (file: string, content: object | string) => {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const read = (file: string) => JSON.parse(readFileSync(join(dir, file), 'utf8')) as object

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'hissa-image-'))
    write('package.json', { name: 'hissa', workspaces: ['libs/*', 'services/*'], dependencies: { vite: '1' } })
    write('services/kyc/package.json', {
      name: '@hissa/kyc',
      dependencies: { '@hissa/kernel': '*', '@hissa/testing-gone': '*', zod: '1' },
      devDependencies: { jest: '1' },
    })
    write('libs/kernel/package.json', { name: '@hissa/kernel' })
    write('libs/unused/package.json', { name: '@hissa/unused' })
    for (const folder of ['dist', 'src', 'test', 'schemas', 'sanctions']) write(`services/kyc/${folder}/file`, '')
    for (const file of ['libs/kernel/dist/a.js', 'web/dist/index.html', 'web/src/a.ts', 'deploy/images/ready.sh'])
      write(file, '')
    for (const file of ['scripts/start.mjs', 'local/docstore/dist/a.js', 'node_modules/zod/a.js']) write(file, '')
    write('libs/testing/helpers/package.json', { name: '@hissa/testing-helpers' })
    reduce(dir, 'services')
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  it('keeps only what the packages need at run time', () => {
    const left = globSync('**/*', { cwd: dir, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [join(entry.parentPath, entry.name).slice(dir.length + 1)] : [],
    )
    expect(left.sort()).toEqual([
      'deploy/images/ready.sh',
      'libs/kernel/dist/a.js',
      'libs/kernel/package.json',
      'node_modules/zod/a.js',
      'package.json',
      'services/kyc/dist/file',
      'services/kyc/package.json',
      'services/kyc/sanctions/file',
      'web/dist/index.html',
    ])
  })

  it('keeps in manifests only existing packages and their dependencies', () => {
    expect(read('package.json')).toEqual({ name: 'hissa', workspaces: ['libs/kernel', 'services/kyc'] })
    expect(read('services/kyc/package.json')).toEqual({
      name: '@hissa/kyc',
      dependencies: { '@hissa/kernel': '*', zod: '1' },
    })
  })
})
