import { settingsOf, type ServiceManifest } from '@hissa/kernel'
import { servicesCalledBy } from '@hissa/messaging/bus'
import { localChainId } from '../../local/launcher/src/run/chain.js'
import { SANDBOX_IBAN } from '../../local/launcher/src/run/sandbox-iban.js'
import { grantsOf } from '../../local/launcher/src/containers/grants.js'

/** Where the product is published: to other machines only if the user says so. */
const BIND_ADDRESS = '${BIND_ADDRESS:-127.0.0.1}'

/** Values of settings in containers; each service receives those that it declares. */
const VALUES: Readonly<Record<string, string>> = {
  STORAGE_URL: 'file:///data/storage',
  SMTP_URL: 'smtp://sandboxes:8026',
  STRIPE_API_BASE: 'http://sandboxes:8090',
  BANK_URL: 'http://sandboxes:8095',
  PAYOUT_IBAN: SANDBOX_IBAN,
  STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  STRIPE_JS_URL: '${PAYMENTS_PUBLIC_URL:-http://localhost:${PAYMENTS_PORT:-8090}}/endive/stripe.js',
  IDENTITY_HTTP_URL: 'http://identity:9230',
  CHAIN_RPC_URL: 'http://chain:8545',
  CHAIN_ID: String(localChainId),
  SANDBOX_URL: 'http://launcher:8060',
  BIND_ADDRESS,
  // The processor's webhooks and the sample data come from other containers.
  ALLOWED_HOSTS: '${ALLOWED_HOSTS:-},gateway',
  WEB_DIST: '/app/web/dist',
}

/** Values that `prepare` writes into the volume of each service, besides its keys. */
const CREDENTIALS = ['MONGODB_URI', 'NATS_URL', 'REDIS_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET']

/**
 * Returns the compose file with new generated regions. A region begins with `# <name>` and ends with `# </name>`;
 * everything else is written by hand.
 * @throws Error if a region is missing, or a required setting has no value in containers
 */
export function composeFile(current: string, manifests: readonly ServiceManifest[]): string {
  const names = manifests.map(({ name }) => name)
  const common = settingsOfAnchor(current)
  const regions: Record<string, string[]> = {
    grants: ['GRANTS: |', ...grantLines(manifests).map((line) => `  ${line}`)],
    'secrets-of-services': names.map((name) => `- ${name}-secrets:/run/hissa/${name}`),
    services: manifests.flatMap((manifest, i) => [...(i > 0 ? [''] : []), ...serviceBlock(manifest, common)]),
    'healthy-services': names.map((name) => `${name}: { condition: service_healthy }`),
    'volumes-of-services': names.map((name) => `${name}-secrets:`),
  }
  return Object.entries(regions).reduce((text, [name, lines]) => replaceRegion(text, name, lines), current)
}

/** Formats JSON with one service per line. */
function grantLines(manifests: readonly ServiceManifest[]): string[] {
  const grants = Object.entries(grantsOf(manifests)).map(([name, grant]) => `  "${name}": ${JSON.stringify(grant)}`)
  return ['{', ...grants.map((line, i) => (i < grants.length - 1 ? `${line},` : line)), '}']
}

/** Replaces the content of a region; its lines get the indentation of the markers. */
export function replaceRegion(text: string, name: string, lines: readonly string[]): string {
  const region = new RegExp(`^( *)(# <${name}>.*\n)[\\s\\S]*?^ *# </${name}>\n`, 'm')
  if (!region.test(text)) throw new Error(`docker-compose.yml has no region <${name}>`)
  return text.replace(region, (_, indent: string, start: string) => {
    const indented = lines.map((line) => (line ? `${indent}${line}\n` : '\n'))
    return `${indent}${start}${indented.join('')}${indent}# </${name}>\n`
  })
}

/** Returns the settings that the anchor `x-environment` gives to every service. */
function settingsOfAnchor(text: string): string[] {
  const [, block] = /^x-environment: &environment\n((?: {2}.*\n)+)/m.exec(text) ?? []
  if (!block) throw new Error('docker-compose.yml has no anchor x-environment')
  return [...block.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name!)
}

function serviceBlock(manifest: ServiceManifest, common: readonly string[]): string[] {
  const { name, needs, ports } = manifest
  const isPublic = ports.some((port) => port.isPublic)
  const networks = [
    'bus',
    ...(needs.includes('mongodb') ? ['data'] : []),
    ...(needs.includes('redis') ? ['queue'] : []),
    ...(needs.includes('chain') ? ['chain'] : []),
    ...(isPublic || needs.includes('payments') || needs.includes('mail') ? ['face'] : []),
  ]
  const volumes = [
    `${name}-secrets:/run/hissa:ro,nocopy`,
    'launcher:/data/launcher:ro,nocopy',
    ...(needs.includes('storage') ? ['storage:/data/storage'] : []),
  ]
  return [
    `${name}:`,
    '  <<: *service',
    `  networks: [${networks.join(', ')}]`,
    '  environment:',
    '    <<: *environment',
    `    SERVICE: ${name}`,
    ...environmentOf(manifest, common).map(([key, value]) => `    ${key}: ${quoted(value)}`),
    ...(isPublic ? publicLines(manifest) : []),
    `  volumes: [${volumes.map((volume) => `'${volume}'`).join(', ')}]`,
  ]
}

/** A public service publishes its port, and stops before the services that it calls. */
function publicLines({ name, ports }: ServiceManifest): string[] {
  const published = ports.filter((port) => port.isPublic)
  const asked = servicesCalledBy(name)
  return [
    `  ports: [${published.map(({ setting, port }) => `'${BIND_ADDRESS}:\${${setting}:-${port}}:${port}'`).join(', ')}]`,
    '  depends_on:',
    '    prepare: { condition: service_completed_successfully }',
    '    bus: { condition: service_healthy }',
    '    redis: { condition: service_healthy }',
    ...asked.map((service) => `    ${service}: { condition: service_started }`),
  ]
}

/** Returns the settings of a service besides the common ones. */
function environmentOf(manifest: ServiceManifest, common: readonly string[]): [string, string][] {
  const own = Object.fromEntries(
    manifest.ports.flatMap(({ setting, hostSetting, port }) => [
      [setting, String(port)],
      [hostSetting, '0.0.0.0'],
    ]),
  )
  return settingsOf(manifest).flatMap(({ name, isRequired, passedBy, defaultText, secret }): [string, string][] => {
    if (common.includes(name)) return []
    const value = own[name] ?? VALUES[name]
    if (value !== undefined) return [[name, value]]
    if (passedBy === 'all') return [[name, `\${${name}:-${defaultText ?? ''}}`]]
    if (isRequired && secret !== 'key' && secret !== 'chain key' && !CREDENTIALS.includes(name))
      throw new Error(`${name} of ${manifest.name} has no value in containers: give it a default`)
    return []
  })
}

/** Quotes text that YAML would not read as a string. */
const quoted = (value: string) => (/^[A-Za-z/][\w./:-]*$/.test(value) && !value.endsWith(':') ? value : `'${value}'`)
