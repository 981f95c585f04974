import { describe, expect, it } from '@jest/globals'
import { listAuditCalls, verifyAuditCalls } from '@hissa/contracts/audit'
import type { EventContract, RpcContract } from '@hissa/contracts'
import { calls, contractsByExport, subscribedEvents, reactions } from '@hissa/contracts/bus'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { busUsers, natsPermissions, natsUsers, services, publishers, type Service } from './nats-users.js'

const root = join(import.meta.dirname, '../../../..')
const events = contractsByExport as Record<string, EventContract | undefined>
const rpcs = contractsByExport as Record<string, RpcContract | undefined>

const sources = () =>
  globSync('services/*/src/**/*.ts', { cwd: root }).map((file) => ({
    service: file.split('/')[1] as Service,
    text: readFileSync(join(root, file), 'utf8'),
  }))

/** Returns whether a subject matches, by the rules of NATS: `*` is one token, `>` the rest. */
function matches(pattern: string, subject: string): boolean {
  const tokens = subject.split('.')
  const parts = pattern.split('.')
  return parts.every((part, i) => (part === '>' ? tokens.length > i : part === '*' || part === tokens[i])) &&
    (parts.at(-1) === '>' || parts.length === tokens.length) // prettier-ignore
}
const mayPublish = (service: Service, subject: string) =>
  natsPermissions(service).publish.some((pattern) => matches(pattern, subject))
const maySubscribe = (service: Service, subject: string) =>
  natsPermissions(service).subscribe.some((pattern) => matches(pattern, subject))
const publishersOf = (subject: string) => services.filter((service) => mayPublish(service, subject))

describe('bus permissions', () => {
  it.each(services)('let %s publish only its own events', (service) => {
    expect(mayPublish(service, `hissa.${service}.thing.done.v1`)).toBe(service !== 'gateway')
    for (const other of services.filter((name) => name !== service)) {
      expect(mayPublish(service, `hissa.${other}.thing.done.v1`)).toBe(false)
      expect(mayPublish(service, `dead.${other}.consumer`)).toBe(false)
    }
  })

  it('deliver every call only to the service that handles it', () => {
    for (const { name } of calls) {
      expect([name, services.filter((service) => maySubscribe(service, `rpc.${name}`))]).toEqual([
        name,
        [name.split('.')[0]],
      ])
    }
  })

  it('let the gateway call on behalf of users, and besides only the callers that a contract names', () => {
    const named: Record<string, Service[]> = {
      'investment.getDashboard': ['chat'],
      'investment.getOrderRequirements': ['chat'],
      'investment.listPayments': ['chat'],
      'kyc.getStatus': ['chat'],
      'property.getProperty': ['chat'],
    }
    for (const { name } of calls.filter(({ access }) => access !== 'service'))
      expect([name, publishersOf(`rpc.${name}`)]).toEqual([name, [...(named[name] ?? []), 'gateway']])
  })

  it('let only the callers that a contract names call another service', () => {
    const between = calls.filter(({ access }) => access === 'service')
    expect(Object.fromEntries(between.map(({ name }) => [name, publishersOf(`rpc.${name}`)]))).toEqual({
      'identity.describeSubject': ['notification'],
      'identity.findUserByEmail': ['investment'],
      'identity.getCode': ['notification'],
      'identity.getEnquiry': ['notification'],
      'identity.getMember': ['investment'],
      'identity.getResidence': ['tokenisation'],
      'identity.getStaffName': ['property'],
      'identity.getSubjectFacts': ['kyc'],
      'identity.getWaitlistEntry': ['notification'],
      'identity.isSamePerson': ['investment'],
      'identity.listNames': ['investment'],
      'identity.listRevocations': [...services],
      'investment.getBankAccountCode': ['notification'],
      'investment.listHolders': ['tokenisation'],
      'investment.settlePayment': ['gateway'],
      'kyc.compareHolderName': ['investment'],
      'kyc.screenWallet': ['tokenisation'],
      'property.listAddresses': ['gateway'],
      ...Object.fromEntries(publishers.map((service) => [`${service}.health`, ['gateway']])),
    })
  })

  it("deny services the launcher's commands and unsolicited replies", () => {
    for (const service of services) {
      expect(publishersOf(`local.${service}.clock`)).toEqual([])
      expect(publishersOf(`_INBOX.${service}.abc.1`)).toEqual([])
    }
  })

  it('deliver replies only to the caller', () => {
    for (const service of services)
      expect(services.filter((other) => maySubscribe(other, `_INBOX.${service}.abc.1`))).toEqual([service])
  })

  it('deny services the creation, update, purge, reading and deletion of streams, and of consumers', () => {
    for (const stream of services
      .flatMap((name) => [name, `DEAD_${name}`])
      .map((name) => `HISSA_${name.toUpperCase()}`))
      for (const call of ['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'MSG.DELETE', 'MSG.GET', 'SNAPSHOT', 'RESTORE'])
        expect(publishersOf(`$JS.API.STREAM.${call}.${stream}`)).toEqual([])
    const place = 'HISSA_KYC.identity-move-status-when-kyc-approved'
    const consumer = [`CREATE.${place}.hissa.kyc.case.approved.v1`, `CREATE.HISSA_KYC`, `DURABLE.CREATE.${place}`]
    for (const call of ['DIRECT.GET.HISSA_KYC', ...[...consumer, `DELETE.${place}`].map((name) => `CONSUMER.${name}`)])
      expect(publishersOf(`$JS.API.${call}`)).toEqual([])
  })

  it('cover every reaction of every service with its event, so that each can read its events', () => {
    const found = sources().flatMap(({ service, text }) => {
      const [, consumer] = /readonly consumer = '([^']+)'/.exec(text) ?? []
      const [, event] = /readonly on = (\w+)/.exec(text) ?? []
      // A table of reactions names each event beside its consumer.
      const rows = [...text.matchAll(/(\w+),\s+'(\w+-[\w-]+-when-[\w-]+)'/g)].map(
        ([, on, name]) => [on!, name!] as const,
      )
      const single = consumer && event ? [[event, consumer] as const] : []
      return [...single, ...rows].map(([on, name]) => `${service} ${name} ${events[on]?.type}`)
    })
    expect(found.length).toBeGreaterThan(10)
    const named = Object.entries(reactions).flatMap(([service, list]) =>
      Object.entries(list).map(([consumer, { type }]) => `${service} ${consumer} ${type}`),
    )
    expect(found.sort()).toEqual(named.sort())
  })

  it('allow only the gateway to read and verify audit logs, of every service that keeps one', () => {
    const audit = [...listAuditCalls, ...verifyAuditCalls].map(({ name }) => publishersOf(`rpc.${name}`))
    expect(audit).toEqual(audit.map(() => ['gateway']))
    expect(audit).toHaveLength(12)
  })

  it('allow every call that the code makes', () => {
    const found = sources().flatMap(({ service, text }) =>
      [...text.matchAll(/rpc\s*\.(?:call|forward|forwardRead)\(\s*(\w+)/g)].map(([, contract]) => ({
        service,
        contract: contract!,
      })),
    )
    expect(found.length).toBeGreaterThan(20)
    const named = { ...rpcs, listAuditOf: listAuditCalls[0], verifyAuditOf: verifyAuditCalls[0] } as typeof rpcs
    const refused = found.filter(({ service, contract }) => !mayPublish(service, `rpc.${named[contract]?.name}`))
    expect(refused).toEqual([])
  })

  it('let every service subscribe to revoked sessions, and only identity publish them', () => {
    const subject = 'hissa.identity.session.revoked.v1'
    expect(services.filter((service) => maySubscribe(service, subject))).toEqual([...services])
    expect(publishersOf(subject)).toEqual(['identity'])
  })

  it('cover every event that the gateway subscribes to over core NATS', () => {
    const text = readFileSync(join(root, 'services/gateway/src/live/event-listener.ts'), 'utf8')
    const types = [...text.matchAll(/'([a-z]+(?:\.[\w*]+)+\.v1)'/g)].map(([, type]) => type)
    expect(types.sort()).toEqual([...subscribedEvents.gateway].sort())
  })
})

describe('natsUsers', () => {
  it('returns a user for each service, one for the operator, and one with all rights for the launcher', () => {
    const passwords = Object.fromEntries(busUsers.map((user) => [user, `${user}-pw`]))
    const users = natsUsers(passwords)
    expect(users.map(({ user }) => user)).toEqual([...services, 'operator', 'launcher'])
    expect(users.filter(({ permissions }) => !permissions).map(({ user }) => user)).toEqual(['launcher'])
  })

  it('throws for a user without a password', () => {
    expect(() => natsUsers({})).toThrow(/no bus password/)
  })
})
