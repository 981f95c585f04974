import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { services } from '@hissa/messaging/bus'
import { manifests } from '../run/manifests.js'
import { mongodSettings } from '@hissa/testing-engines/start'

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const compose = read('docker-compose.yml')

/** Returns published ports by service: the services are indented by two spaces, their keys by four. */
function publishedPorts(): [service: string, port: string][] {
  const blocks = [...compose.matchAll(/^ {2}([a-z]+):\n((?: {4}.*\n)+)/gm)]
  return blocks.flatMap(([, service, block]) => {
    const list = /^ {4}ports:\s*\[([^\]]*)\]/m.exec(block!)?.[1]
    return [...(list ?? '').matchAll(/'([^']+)'/g)].map(([, port]): [string, string] => [service!, port!])
  })
}

describe('the image of the services', () => {
  it('has the programs that their manifests list', () => {
    const [, programs] = /^ARG PROGRAMS="(.*)"$/m.exec(read('deploy/images/Dockerfile')) ?? []
    const listed = manifests.flatMap(({ debianPackages = [] }) => debianPackages)
    expect(programs?.split(' ')).toEqual([...new Set(listed)])
  })
})

describe('docker-compose.yml', () => {
  it('publishes every port on the loopback, and with BIND_ADDRESS only the product elsewhere', () => {
    const ports = publishedPorts()
    expect(ports.map(([service]) => service)).toEqual(['sandboxes', 'sandboxes', 'sandboxes', 'chain', 'gateway'])
    const movable = ports.filter(([, port]) => !port.startsWith('127.0.0.1:'))
    expect(movable).toEqual([['gateway', '${BIND_ADDRESS:-127.0.0.1}:${PORT:-8080}:8080']])
  })

  it('tells prepare, the gateway and the launcher where the product is published', () => {
    expect(compose.match(/^ {6}BIND_ADDRESS: '\$\{BIND_ADDRESS:-127\.0\.0\.1\}'$/gm)).toHaveLength(3)
    const publicUrl = 'PUBLIC_URL: ${PUBLIC_URL:-http://localhost:${PORT:-8080}}'
    // The gateway has it from the settings that all services share.
    expect(compose.split('\n').filter((line) => line.trim() === publicUrl)).toHaveLength(3)
  })

  it('publishes ports in no other notation, and uses no host network', () => {
    expect(compose.match(/\bports:/g)).toHaveLength(3)
    expect(compose).not.toMatch(/network_mode: *['"]?host/)
  })

  it('mounts each volume of secrets on a folder that the image gives to its user', () => {
    const mounted = [...compose.matchAll(/- ([a-z]+)-secrets:\/run\/hissa\/([a-z]+)$/gm)]
    const [, made] = /cd \/run\/hissa && install -d -o node -g node ([a-z ]+) \$\(ls \/services\)$/m.exec(
      read('deploy/images/Dockerfile'),
    )!
    const folders = [...made!.split(' '), ...services].sort()
    expect(readdirSync(new URL('../../../../services', import.meta.url)).sort()).toEqual([...services].sort())
    expect(mounted.map(([, volume]) => volume).sort()).toEqual(folders)
    expect(mounted.map(([, , folder]) => folder).sort()).toEqual(folders)
  })

  it('changes every address together with the port that it contains', () => {
    const settings = compose.split('\n').filter((line) => !line.startsWith('#'))
    const local = settings.flatMap((line) => [...line.matchAll(/http:\/\/localhost:(\S*)/g)].map(([, port]) => port!))
    expect(local.length).toBeGreaterThan(4)
    for (const port of local) expect(port).toMatch(/^\$\{(MAIL_|PAYMENTS_|BANK_|CHAIN_)?PORT:-\d+\}/)
  })

  it('connects only tokenisation and the launcher to the network of the chain', () => {
    const blocks = [...compose.matchAll(/^ {2}([a-z]+):\n((?: {4}.*\n)+)/gm)].map(([, name, block]) => [name!, block!])
    const on = (network: string) =>
      blocks
        .filter(([, block]) => new RegExp(`^ {4}networks: \\[(.*, )?${network}(,.*)?\\]$`, 'm').test(block!))
        .map(([name]) => name)
    expect(on('chain')).toEqual(['chain', 'tokenisation', 'launcher'])
    expect(on('chain-port')).toEqual(['chain'])
    expect(compose).toMatch(/^ {2}chain: \{ internal: true \}$/m)
  })

  it('starts MongoDB with the limit of transactions that the local engine has', () => {
    const settings = mongodSettings.map((word) => `      - ${word}\n`).join('')
    expect(compose).toContain(settings)
  })

  it('checks the health of a container every ten seconds without starting Node', () => {
    const found = compose.matchAll(/healthcheck:(?: (.+)|\n((?: {6,}.+\n)+))/g)
    const checks = [...found]
      .map(([, line, block]) => line ?? block!)
      .filter((check) => !check.includes('disable: true'))
    expect(checks.length).toBeGreaterThanOrEqual(3)
    expect(compose).toMatch(/^x-health: &health\n {2}interval: 10s$/m)
    for (const check of checks) {
      expect(check).toMatch(/<<: \*health[\s\S]*\bbash\b/)
      expect(check).not.toMatch(/interval|\bnode\b|\bnpm\b|mongosh|redis-cli/)
    }
    expect(read('deploy/images/ready.sh')).not.toMatch(/^[^#]*\bnode\b/m)
  })
})
