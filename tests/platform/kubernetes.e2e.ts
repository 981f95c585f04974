import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { busUsers } from '@hissa/messaging/bus'
import { charts, unknownKeys } from './kubernetes/charts.js'
import { factsOfCode } from './kubernetes/facts.js'
import { parsed, rendered, schemaErrorsOf, type Container, type KubernetesObject } from './kubernetes/objects.js'
import { containerPolicies } from './kubernetes/policies/containers.js'
import { graphPolicies } from './kubernetes/policies/graph.js'
import { podPolicies } from './kubernetes/policies/pods.js'
import { containersOf, workloadsOf, type Facts, type Policy, type World } from './kubernetes/policies/policy.js'

const folderOfCharts = join(import.meta.dirname, '../../deploy/charts')
const root = join(import.meta.dirname, '../..')
const policies = [...containerPolicies, ...podPolicies, ...graphPolicies]
const schemaErrors = schemaErrorsOf(join(import.meta.dirname, 'kubernetes/schemas'))
const overlays = new Map<string, KubernetesObject[]>()
const overlay = (name: string) => {
  const found = overlays.get(name) ?? rendered(join(root, 'k8s/overlays', name))
  overlays.set(name, found)
  return found
}
/** The objects of development without the engines and sandboxes, which no other cluster runs. */
const ownOfDevelopment = () =>
  overlay('development').filter(({ metadata }) => metadata.labels?.['hissa-local'] !== 'true')
/** What only a cluster of several machines, with a registry and real engines, can have. */
const NOT_IN_DEVELOPMENT = [
  ...[
    'image-by-digest',
    'in-production',
    'no-local-setting',
    'two-replicas',
    'references-exist',
    'routes-reach-a-port',
  ],
  ...['monitor-reaches-every-workload', 'scaled-by-the-lag-of-every-consumer', 'one-policy-for-each-edge-of-the-code'],
  'one-policy-for-each-edge-of-the-engines',
  ...['default-deny-in-both-directions'],
]

const facts = factsOfCode()
const factsOfShop: Facts = {
  probes: facts.probes,
  settings: { shop: ['NODE_OPTIONS', 'NODE_ENV', 'PUBLIC_URL', 'NATS_URL'] },
  required: { shop: ['PUBLIC_URL', 'NATS_URL'] },
  local: ['LOCAL_MODE'],
  secret: ['NATS_URL'],
  programs: ['services/shop/dist/main.js'],
  consumers: { shop: ['HISSA_SHOP tell'] },
  edges: ['out shop>nats:4222'],
  engineEdges: ['in nats<shop:4222'],
}
const shop: World = {
  objects: parsed(readFileSync(join(import.meta.dirname, 'kubernetes/fixtures/shop.yaml'), 'utf8')),
  facts: factsOfShop,
}
const counted = { objects: 0, errors: 0, kept: 0, killed: 0, mutants: 0 }

/** Returns the spoiled worlds that a policy doesn't notice. */
const survivors = (policy: Policy, world: World) =>
  policy.mutants(world).flatMap(({ what, world: spoiled }) => (policy.check(spoiled).length > 0 ? [] : [what]))

describe('the objects of a cluster', () => {
  after(() => {
    const { objects, errors, kept, killed, mutants } = counted
    const line = `objects ${objects}, schema errors ${errors}, policies ${kept}/${policies.length}`
    console.log(`${line}, mutants killed ${killed}/${mutants}`)
  })

  for (const name of ['development', 'staging', 'production'])
    it(`fit the schemas of their kinds in ${name}`, () => {
      const objects = overlay(name)
      const errors = objects.flatMap(schemaErrors)
      counted.objects += objects.length
      counted.errors += errors.length
      assert.deepEqual(errors, [])
    })

  it('are refused when they do not fit: a number as text, a misspelled key, an unknown kind', () => {
    const [deployment] = overlay('production').filter(({ kind }) => kind === 'Deployment')
    const spoiled = [
      { ...deployment!, spec: { ...deployment!.spec, minReadySeconds: 'five' } },
      { ...deployment!, spec: { ...deployment!.spec, replica: 2 } },
      { ...deployment!, kind: 'Deploymnet' },
    ]
    assert.deepEqual(
      spoiled.map((object) => schemaErrors(object as never).length > 0),
      [true, true, true],
    )
  })

  it('share a folder in development exactly where the code stores documents', () => {
    const named = (isNamed: (container: Container) => boolean | undefined) =>
      workloadsOf({ objects: ownOfDevelopment(), facts })
        .filter((workload) => containersOf(workload).some(isNamed))
        .map(({ name }) => name)
    const storing = named(({ env }) => env?.some(({ name }) => name === 'STORAGE_URL'))
    assert.ok(storing.length > 0, 'nothing stores documents')
    assert.deepEqual(
      named(({ volumeMounts }) => volumeMounts?.some(({ mountPath }) => mountPath === '/data/storage')),
      storing,
    )
  })

  for (const policy of policies)
    it(`keep the policy ${policy.id}, which finds every mutant`, () => {
      assert.deepEqual(policy.check(shop), [], 'the good fixture')
      assert.deepEqual(survivors(policy, shop), [], 'the bad fixtures')
      assert.ok(policy.mutants(shop).length > 0, 'no bad fixture')
      for (const name of ['staging', 'production'])
        assert.deepEqual(policy.check({ objects: overlay(name), facts }), [], name)
      if (!NOT_IN_DEVELOPMENT.includes(policy.id))
        assert.deepEqual(policy.check({ objects: ownOfDevelopment(), facts }), [], 'development')
      const production = { objects: overlay('production'), facts }
      const surviving = survivors(policy, production)
      counted.kept += 1
      counted.mutants += policy.mutants(production).length
      counted.killed += policy.mutants(production).length - surviving.length
      assert.deepEqual(surviving, [])
    })
})

describe('the values of charts', () => {
  for (const chart of charts)
    it(`set only documented keys of a named version in ${chart.file}`, () => {
      assert.deepEqual(unknownKeys(folderOfCharts, chart), [])
      assert.deepEqual(unknownKeys(folderOfCharts, chart, { replicaz: 3 }), ['replicaz'])
    })
})

describe('the users of the bus', () => {
  const print = (passwords: Record<string, string>) => {
    const source = ['--no-warnings', '--conditions=source', '--import', '@swc-node/register/esm-register']
    const program = join(root, 'libs/messaging/src/bus/users.main.ts')
    const env = { ...process.env, SWC_NODE_PROJECT: join(root, 'tsconfig.base.json') }
    return spawnSync(process.execPath, [...source, program], {
      input: JSON.stringify(passwords),
      env,
      encoding: 'utf8',
    })
  }

  it('are printed with their rights, as a file that NATS includes', () => {
    const { stdout } = print(Object.fromEntries(busUsers.map((user) => [user, `password of ${user}`])))
    const { users } = JSON.parse(stdout.slice('authorization: '.length)) as { users: { user: string }[] }
    assert.deepEqual(
      users.map(({ user }) => user),
      [...busUsers],
    )
  })

  it('are not printed without the password of each', () => {
    const { status, stdout } = print({ gateway: 'one' })
    assert.deepEqual({ isRefused: status !== 0, stdout }, { isRefused: true, stdout: '' })
  })
})
