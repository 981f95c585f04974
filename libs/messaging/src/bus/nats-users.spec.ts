import { describe, expect, it } from '@jest/globals'
import type { EventContract, RpcContract } from '@hissa/contracts'
import { calls, contractsByExport, subscribedEvents, reactions } from '@hissa/contracts/bus'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { busUsers, natsPermissions, natsUsers, services, tellers, type Service } from './nats-users.js'

const root = join(import.meta.dirname, '../../../..')
const facts = contractsByExport as Record<string, EventContract | undefined>
const rpcs = contractsByExport as Record<string, RpcContract | undefined>

const sources = () =>
  globSync('services/*/src/**/*.ts', { cwd: root }).map((file) => ({
    service: file.split('/')[1] as Service,
    text: readFileSync(join(root, file), 'utf8'),
  }))

/** NATS's own matching: `*` one token, `>` the rest. */
function matches(pattern: string, subject: string): boolean {
  const tokens = subject.split('.')
  const parts = pattern.split('.')
  return parts.every((part, i) => (part === '>' ? tokens.length > i : part === '*' || part === tokens[i])) &&
    (parts.at(-1) === '>' || parts.length === tokens.length) // prettier-ignore
}
const mayPublish = (service: Service, subject: string) =>
  natsPermissions(service).publish.some((pattern) => matches(pattern, subject))
const mayHear = (service: Service, subject: string) =>
  natsPermissions(service).subscribe.some((pattern) => matches(pattern, subject))
const whoMayPublish = (subject: string) => services.filter((service) => mayPublish(service, subject))

describe('permissions on the bus', () => {
  it.each(services)('%s publishes facts of nobody else', (service) => {
    expect(mayPublish(service, `hissa.${service}.thing.done.v1`)).toBe(service !== 'gateway')
    for (const other of services.filter((name) => name !== service)) {
      expect(mayPublish(service, `hissa.${other}.thing.done.v1`)).toBe(false)
      expect(mayPublish(service, `dead.${other}.consumer`)).toBe(false)
    }
  })

  it('lets every call be heard by the service that answers it and by nobody else', () => {
    for (const { name } of calls) {
      expect([name, services.filter((service) => mayHear(service, `rpc.${name}`))]).toEqual([
        name,
        [name.split('.')[0]],
      ])
    }
  })

  it('lets the gateway make every call for users, and no other service any of them', () => {
    for (const { name } of calls.filter(({ access }) => access !== 'service'))
      expect([name, whoMayPublish(`rpc.${name}`)]).toEqual([name, ['gateway']])
  })

  it('lets a call between services be made by whom it names', () => {
    const between = calls.filter(({ access }) => access === 'service')
    expect(Object.fromEntries(between.map(({ name }) => [name, whoMayPublish(`rpc.${name}`)]))).toEqual({
      'identity.describeSubject': ['notification'],
      'identity.getCode': ['notification'],
      'identity.getStaffName': ['property'],
      'identity.getSubjectFacts': ['kyc'],
      'identity.listRevocations': [...services],
      'investment.settlePayment': ['gateway'],
      ...Object.fromEntries(tellers.map((service) => [`${service}.health`, ['gateway']])),
    })
  })

  it('lets no service give the launcher’s commands, or answer where it was not asked', () => {
    for (const service of services) {
      expect(whoMayPublish(`local.${service}.clock`)).toEqual([])
      expect(whoMayPublish(`_INBOX.${service}.abc.1`)).toEqual([])
    }
  })

  it('lets nobody hear what another is answered', () => {
    for (const service of services)
      expect(services.filter((other) => mayHear(other, `_INBOX.${service}.abc.1`))).toEqual([service])
  })

  it('lets no service make, alter, empty, read from or delete a stream, or make or delete a consumer', () => {
    for (const stream of services
      .flatMap((name) => [name, `DEAD_${name}`])
      .map((name) => `HISSA_${name.toUpperCase()}`))
      for (const call of ['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'MSG.DELETE', 'MSG.GET', 'SNAPSHOT', 'RESTORE'])
        expect(whoMayPublish(`$JS.API.STREAM.${call}.${stream}`)).toEqual([])
    const place = 'HISSA_KYC.identity-move-status-when-kyc-approved'
    const consumer = [`CREATE.${place}.hissa.kyc.case.approved.v1`, `CREATE.HISSA_KYC`, `DURABLE.CREATE.${place}`]
    for (const call of ['DIRECT.GET.HISSA_KYC', ...[...consumer, `DELETE.${place}`].map((name) => `CONSUMER.${name}`)])
      expect(whoMayPublish(`$JS.API.${call}`)).toEqual([])
  })

  it('names every reaction of every service with its fact, so that each can read what it reacts to', () => {
    const found = sources().flatMap(({ service, text }) => {
      const [, consumer] = /readonly consumer = '([^']+)'/.exec(text) ?? []
      const [, fact] = /readonly on = (\w+)/.exec(text) ?? []
      // A table of reactions names each event beside its consumer.
      const rows = [...text.matchAll(/(\w+),\s+'(\w+-[\w-]+-when-[\w-]+)'/g)].map(
        ([, on, name]) => [on!, name!] as const,
      )
      const single = consumer && fact ? [[fact, consumer] as const] : []
      return [...single, ...rows].map(([on, name]) => `${service} ${name} ${facts[on]?.type}`)
    })
    expect(found.length).toBeGreaterThan(10)
    const named = Object.entries(reactions).flatMap(([service, list]) =>
      Object.entries(list).map(([consumer, { type }]) => `${service} ${consumer} ${type}`),
    )
    expect(found.sort()).toEqual(named.sort())
  })

  it('allows every call that is made in the code', () => {
    const made = sources().flatMap(({ service, text }) =>
      [...text.matchAll(/rpc\s*\.call\(\s*(\w+)/g)].map(([, contract]) => ({ service, contract: contract! })),
    )
    expect(made.length).toBeGreaterThan(20)
    const refused = made.filter(({ service, contract }) => !mayPublish(service, `rpc.${rpcs[contract]?.name}`))
    expect(refused).toEqual([])
  })

  it('lets every service subscribe to revoked sessions, and only identity publish them', () => {
    const subject = 'hissa.identity.session.revoked.v1'
    expect(services.filter((service) => mayHear(service, subject))).toEqual([...services])
    expect(whoMayPublish(subject)).toEqual(['identity'])
  })

  it('names every fact that the gateway listens to as it passes', () => {
    const text = readFileSync(join(root, 'services/gateway/src/live/event-listener.ts'), 'utf8')
    const types = [...text.matchAll(/'([a-z]+(?:\.[\w*]+)+\.v1)'/g)].map(([, type]) => type)
    expect(types.sort()).toEqual([...subscribedEvents.gateway].sort())
  })

  it('makes a user for each service, one for the operator, and one with all rights for the launcher', () => {
    const passwords = Object.fromEntries(busUsers.map((user) => [user, `${user}-pw`]))
    const users = natsUsers(passwords)
    expect(users.map(({ user }) => user)).toEqual([...services, 'operator', 'launcher'])
    expect(users.filter(({ permissions }) => !permissions).map(({ user }) => user)).toEqual(['launcher'])
  })

  it('makes no user without a password', () => {
    expect(() => natsUsers({})).toThrow(/no bus password/)
  })
})
