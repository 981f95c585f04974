import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { PlatformGraph } from '@hissa/messaging/bus'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyProject, type CopiedProject } from './support/copied-project.js'
import { applyDiff, readGuide } from './support/guide.js'

const root = join(import.meta.dirname, '../..')
const guide = readGuide(join(root, 'docs/guides/add-a-service.md'))
const LIST = 'libs/contracts/src/services.ts'

/** Quoted names of services that a list written by hand may hold; a longer one forgets the next service. */
const MOST_NAMES = 3

interface Seen {
  services: string[]
  environment: string[]
  answer: object
  collections: string[]
  graph: PlatformGraph
}

/** Adds the service of the guide to a copy of the project, with the files and commands that the guide names. */
describe('a service that is added by the guide', () => {
  let project: CopiedProject
  let seen: Seen
  let output: string
  const read = (path: string) => readFileSync(join(project.dir, path), 'utf8')

  beforeAll(async () => {
    project = copyProject(root)
    for (const { path, language, text } of guide.files) {
      const file = join(project.dir, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, language === 'diff' ? applyDiff(readFileSync(file, 'utf8'), text) : text)
    }
    // Links as `npm install` would, without using the network.
    project.linkPackages()
    output = await project.run('scripts/generate/main.ts')
    seen = JSON.parse(await project.run('tests/platform/support/run-added-service.ts')) as Seen
  })
  afterAll(() => project?.remove())

  it('needs its folder, its contracts and one line in one list', () => {
    const elsewhere = guide.files.filter(({ path }) => !/^(services|libs\/contracts\/src)\/statistics\//.test(path))
    expect(elsewhere.map(({ path, text }) => [path, text.match(/^\+/gm)?.length])).toEqual([[LIST, 1]])
  })

  it('is missing from no list of services written by hand', () => {
    const named = (list: string) => seen.services.filter((name) => list.includes(`'${name}'`))
    const patterns = ['{tests,local,scripts}/**/*.{ts,mjs}', 'libs/testing/**/*.ts']
    const sources = globSync(patterns, { cwd: project.dir }).filter((path) => !path.endsWith('.spec.ts'))
    const isHandWritten = (path: string) =>
      [...read(path).matchAll(/\[[^[\]]*\]/g)].some(([list]) => named(list).length > MOST_NAMES)
    expect(named(read(LIST))).toEqual(seen.services)
    expect(sources.length).toBeGreaterThan(300)
    expect(sources.filter(isHandWritten)).toEqual([])
  })

  it('changes only files that the guide names', () => {
    const written = [...output.matchAll(/^written: (.*)$/gm)].map(([, file]) => file!)
    expect(written.sort()).toEqual([
      'docker-compose.yml',
      'docs/architecture.md',
      'docs/reference/environment.md',
      'k8s/base/jobs.yaml',
      'k8s/base/kustomization.yaml',
      'k8s/base/statistics.yaml',
      'k8s/components/autoscaling/scalers.yaml',
      'k8s/components/external-secrets/secrets.yaml',
      'k8s/components/network-policies/engines.yaml',
      'k8s/components/network-policies/services.yaml',
      'nest-cli.json',
      'services/statistics/tsconfig.build.json',
    ])
    const names = [...written, 'package-lock.json'].map((file) => file.replace('services/statistics/', ''))
    for (const name of names) expect(guide.text).toContain(`\`${name}\``)
    expect(guide.commands).toEqual(['npm install', 'npm run generate'])
  })

  it('is started by the launcher with the settings that it declares', () => {
    expect(seen.services).toContain('statistics')
    expect(seen.environment).toContain('STATISTICS_LONGEST_LIST')
    expect(seen.environment).toContain('MONGODB_URI')
    expect(seen.environment).not.toContain('REDIS_URL')
  })

  it('consumes an event and responds to a call, with its own rights on the bus', () => {
    expect(seen.answer).toEqual({ propertyIds: ['property-of-the-guide'] })
  })

  it('stores data in the collections that its manifest lists', () => {
    expect(read('services/statistics/src/manifest.ts')).toContain(
      `collections: [${seen.collections.map((name) => `'${name}'`).join(', ')}]`,
    )
  })

  it('is a container with its own secrets and networks', () => {
    const compose = read('docker-compose.yml')
    const [block] = /^ {2}statistics:\n(?: {4}.*\n)+/m.exec(compose)!
    expect(block).toContain('networks: [bus, data]')
    expect(block).toContain('SERVICE: statistics')
    expect(block).toContain("STATISTICS_LONGEST_LIST: '${STATISTICS_LONGEST_LIST:-100}'")
    expect(compose).toContain('- statistics-secrets:/run/hissa/statistics')
    expect(compose).toContain('"statistics": {"store":true,"keys":[],"payments":false}')
    expect(compose).toContain('statistics: { condition: service_healthy }')
    expect(read('docs/reference/environment.md')).toContain('| `STATISTICS_LONGEST_LIST` |')
  })

  it('is in the graphs of services, calls, events and stores', () => {
    const { calls, events, stores } = seen.graph
    expect(calls).toContainEqual({
      from: 'gateway',
      to: 'statistics',
      calls: ['statistics.listOffered', 'statistics.health'],
    })
    expect(events).toContainEqual({
      from: 'property',
      to: 'statistics',
      type: 'property.offering.published.v1',
      consumer: 'statistics-record-offer-when-offering-published',
    })
    expect(stores).toContainEqual({ service: 'statistics', need: 'mongodb', collections: seen.collections })
  })
})
