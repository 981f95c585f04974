import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { ConfigError, LOCAL_SETTINGS, settingsOf, type Boot } from '@hissa/kernel'
import { services } from '@hissa/messaging/bus'
import { manifests } from '../run/manifests.js'

const root = join(import.meta.dirname, '../../../..')

/** Given by the operating system to every process. */
const STANDARD = ['PATH']

/** Returns the names that a source reads from an environment. */
function namesIn(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const read = [...text.matchAll(/\benv(?:\.|\??\.?\[')([A-Z][A-Z0-9_]+)/g)]
  const taken = [...text.matchAll(/\{([^{}]*)\} = (?:process\.)?env\b/g)].flatMap(([, list]) => [
    ...list!.matchAll(/(?:^|,)\s*([A-Z][A-Z0-9_]+)/g),
  ])
  return [...read, ...taken].map(([, name]) => name!)
}

const sources = globSync(['services/*/src/**/*.ts', 'libs/*/src/**/*.ts'], { cwd: root }).filter(
  // The test engines aren't part of production.
  (path) => !/\.spec\.ts$|^libs\/testing\//.test(path),
)
const declared = [...new Set(manifests.flatMap((manifest) => settingsOf(manifest).map(({ name }) => name)))]

const environment = { NODE_ENV: 'production', ...Object.fromEntries(LOCAL_SETTINGS.map((name) => [name, '1'])) }

describe('local settings', () => {
  it('are declared in manifests, as is every setting that a service or a library reads', () => {
    const read = [...new Set(sources.flatMap(namesIn))]
    expect(read.length).toBeGreaterThan(3)
    expect(read.filter((name) => ![...declared, ...STANDARD].includes(name))).toEqual([])
    expect(LOCAL_SETTINGS.filter((name) => !declared.includes(name))).toEqual([])
  })

  it.each(services)('are all rejected by name by %s in production', async (service) => {
    const { boot } = (await import(`@hissa/${service}`)) as { boot: Boot }
    const refusal = await Promise.resolve()
      .then(() => boot(environment))
      .then(
        () => undefined,
        (error: unknown) => error,
      )
    expect(refusal).toBeInstanceOf(ConfigError)
    const refused = LOCAL_SETTINGS.map((name) => `${name} must not be set when NODE_ENV is production`)
    expect((refusal as ConfigError).keys).toEqual(expect.arrayContaining(refused))
  })

  it('end a process in production with code 78', () => {
    const source = ['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register']
    const env = {
      PATH: process.env['PATH'],
      SWC_NODE_PROJECT: join(root, 'tsconfig.base.json'),
      ...environment,
    }
    const main = join(root, 'services/notification/src/main.ts')
    const { status, stderr } = spawnSync(process.execPath, [...source, main], { cwd: root, env, encoding: 'utf8' })
    for (const name of LOCAL_SETTINGS) expect(stderr).toContain(`${name} must not be set`)
    expect(status).toBe(78)
  })
})
