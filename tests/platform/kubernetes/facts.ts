import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reactions } from '@hissa/contracts/bus'
import { LOCAL_SETTINGS, probes, settingsOf } from '@hissa/kernel'
import { busUsers } from '@hissa/messaging/bus'
import { parse } from 'yaml'
import { manifests } from '../../../local/launcher/src/run/manifests.js'
import type { Facts } from './policies/policy.js'

const root = join(import.meta.dirname, '../../..')
/** What every process may have besides its own settings: Node's options, and what AWS's SDK reads. */
const OF_RUNTIME = ['NODE_OPTIONS', 'AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
const OF_BUS = ['HEALTH_PORT', 'LOG_LEVEL', 'NATS_REPLICAS', 'NATS_URL']

const sourceOf = (service: string) =>
  globSync(`services/${service}/src/**/*.ts`, { cwd: root })
    .filter((file) => !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')

/** Clients of engines, by what the code that uses one contains, with their ports. */
const CLIENTS: [uses: RegExp, to: string | ((service: string) => string), ports: number[]][] = [
  [/\bstartService\(/, 'hissa-mongodb-svc', [27017]],
  [/from '(ioredis|bullmq)'/, (service) => (service === 'gateway' ? 'redis-cache' : 'redis-queue'), [6379]],
]
/** Clients of other companies' systems. */
const OUTSIDE: [uses: RegExp, ports: number[]][] = [
  [/from 'stripe'/, [443]],
  [/from 'nodemailer'/, [465, 587]],
  [/from 'viem'/, [443]],
  [/\bnew Storage\(/, [443]],
]

/** Returns the connections of a service, from the clients that its code creates. */
function edgesOf(service: string): string[] {
  const source = sourceOf(service)
  const engines = CLIENTS.filter(([uses]) => uses.test(source)).flatMap(([, to, ports]) =>
    ports.map((port) => `out ${service}>${typeof to === 'string' ? to : to(service)}:${port}`),
  )
  const outside = OUTSIDE.filter(([uses]) => uses.test(source)).flatMap(([, ports]) =>
    ports.map((port) => `out ${service}>outside:${port}`),
  )
  // Every service verifies tokens with the keys of identity.
  const verifies = /\bstartService\(|\bcreateTokenVerifier\(/.test(source)
  const tokens = verifies ? [`out ${service}>identity:9230`, `in identity<${service}:9230`] : []
  return [...engines, ...outside, ...tokens]
}

const yaml = (file: string) => parse(readFileSync(join(root, 'deploy/charts', file), 'utf8')) as Values
interface Values {
  operator?: { name: string }
  promExporter?: { port: number }
}

/** Returns the connections of the engines: their clients, their own members, and what their charts run. */
function engineEdgesOf(edges: readonly string[]): string[] {
  const clients = edges.flatMap((edge) => {
    const [, client, engine, port] = /^out (\S+)>(nats|hissa-mongodb-svc|redis-\w+):(\d+)$/.exec(edge) ?? []
    return engine ? [{ engine, edge: `in ${engine}<${client}:${port}` }] : []
  })
  const engines = [...new Set(clients.map(({ engine }) => engine))]
  const operator = yaml('mongodb.yaml').operator!.name
  return [
    'out *>kube-dns:53',
    ...clients.map(({ edge }) => edge),
    // NaN is any port.
    ...engines.flatMap((engine) => [`in ${engine}<${engine}:NaN`, `out ${engine}>${engine}:NaN`]),
    'in nats<autoscaling:8222',
    `in nats<monitoring:${yaml('nats.yaml').promExporter!.port}`,
    ...[operator, 'hissa-mongodb-svc'].flatMap((name) => [443, 6443].map((port) => `out ${name}>inside:${port}`)),
  ]
}

/** Returns what the code, the manifests and the bus rights say about a deployment. */
export function factsOfCode(): Facts {
  const byService = <T>(value: (manifest: (typeof manifests)[number]) => T) =>
    Object.fromEntries(manifests.map((manifest) => [manifest.name, value(manifest)])) as Record<string, T>
  const workloads = [...manifests.map(({ name }) => name), 'bus']
  const users = busUsers.filter((user) => user !== 'launcher').map((user) => (user === 'operator' ? 'bus' : user))
  const built = (file: string) => file.replace('/src/', '/dist/').replace(/\.ts$/, '.js')
  const edges = [
    ...new Set([
      ...users.map((user) => `out ${user}>nats:4222`),
      ...manifests.flatMap(({ name }) => edgesOf(name)),
      ...workloads.flatMap((name) => [
        `out ${name}>kube-dns:53`,
        `out ${name}>tracing:4318`,
        `in ${name}<monitoring:${probes.port}`,
      ]),
      ...manifests.flatMap(({ name, ports }) =>
        ports.filter(({ isPublic }) => isPublic).map(({ port }) => `in ${name}<ingress:${port}`),
      ),
    ]),
  ]
  return {
    probes,
    settings: {
      ...byService((each) => [...settingsOf(each).map(({ name }) => name), ...OF_RUNTIME]),
      bus: [...OF_BUS, ...OF_RUNTIME],
    },
    required: {
      ...byService((each) =>
        settingsOf(each)
          .filter(({ isRequired }) => isRequired)
          .map(({ name }) => name),
      ),
      bus: ['NATS_URL'],
    },
    local: LOCAL_SETTINGS,
    secret: manifests.flatMap((each) =>
      settingsOf(each)
        .filter(({ secret }) => secret)
        .map(({ name }) => name),
    ),
    programs: globSync(['services/*/src/main.ts', 'libs/messaging/src/bus/main.ts'], { cwd: root }).map(built),
    consumers: byService(({ name }) =>
      Object.entries(reactions[name]).map(
        ([consumer, { type }]) => `HISSA_${type.slice(0, type.indexOf('.')).toUpperCase()} ${consumer}`,
      ),
    ),
    edges,
    engineEdges: engineEdgesOf(edges),
  }
}
