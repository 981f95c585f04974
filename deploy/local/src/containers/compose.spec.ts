import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'

const compose = readFileSync(new URL('../../../../docker-compose.yml', import.meta.url), 'utf8')

/** Published ports by service: the services are indented by two spaces, their keys by four. */
function publishedPorts(): [service: string, port: string][] {
  let service = ''
  return compose.split('\n').flatMap((line) => {
    service = /^ {2}([a-z]+):$/.exec(line)?.[1] ?? service
    const list = /^ {4}ports: \[(.*)\]$/.exec(line)?.[1]
    return list?.split(',').map((port): [string, string] => [service, port.trim().replaceAll("'", '')]) ?? []
  })
}

describe('docker-compose.yml', () => {
  it('publishes the product everywhere, and its sandboxes on loopback only', () => {
    const ports = publishedPorts()
    expect(ports.map(([service]) => service)).toEqual(['sandboxes', 'sandboxes', 'gateway'])
    const elsewhere = ports.filter(([, port]) => !port.startsWith('127.0.0.1:'))
    expect(elsewhere).toEqual([['gateway', '${PORT:-8080}:8080']])
  })

  it('publishes ports in no other notation, and on no host network', () => {
    expect(compose.match(/\bports:/g)).toHaveLength(2)
    expect(compose).not.toMatch(/network_mode: *['"]?host/)
  })

  it('starts no launcher sandbox', () => expect(compose).not.toContain('SANDBOX_URL'))
})
