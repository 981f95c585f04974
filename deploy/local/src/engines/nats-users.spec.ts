import { describe, expect, it } from '@jest/globals'
import { natsPermissions, natsUsers, services, type Service } from './nats-users.js'

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

describe('permissions on the bus', () => {
  it.each(services)('%s publishes its own facts and nobody else’s', (service) => {
    expect(mayPublish(service, `hissa.${service}.thing.done.v1`)).toBe(true)
    for (const other of services.filter((name) => name !== service)) {
      expect(mayPublish(service, `hissa.${other}.thing.done.v1`)).toBe(false)
      expect(mayPublish(service, `dead.${other}.consumer`)).toBe(false)
    }
  })

  it.each(services)('%s answers its own calls and hears nobody else’s', (service) => {
    expect(mayHear(service, `rpc.${service}.get`)).toBe(true)
    for (const other of services.filter((name) => name !== service)) {
      expect(mayHear(service, `rpc.${other}.get`)).toBe(false)
    }
  })

  it('lets only the gateway make any call', () => {
    expect(services.filter((service) => mayPublish(service, 'rpc.investment.placeOrder'))).toEqual(['gateway'])
  })

  it('lets notification read address and code, and nobody but the gateway and it', () => {
    expect(services.filter((service) => mayPublish(service, 'rpc.identity.getCode'))).toEqual([
      'notification',
      'gateway',
    ])
    expect(mayPublish('notification', 'rpc.identity.getProfile')).toBe(false)
  })

  it('lets no service give the launcher’s commands', () => {
    expect(services.filter((service) => mayPublish(service, `local.${service}.clock`))).toEqual([])
  })

  it('lets every service use streams, acknowledge and be answered', () => {
    for (const service of services) {
      expect(mayPublish(service, '$JS.API.STREAM.CREATE.HISSA_KYC')).toBe(true)
      expect(mayPublish(service, '$JS.ACK.HISSA_KYC.consumer.1.1.1.1.0')).toBe(true)
      expect(mayPublish(service, '_INBOX.abc.1')).toBe(true)
      expect(mayHear(service, `_INBOX.${service}.abc.1`)).toBe(true)
    }
  })

  it('lets nobody hear what another is answered', () => {
    for (const service of services) {
      expect(mayHear(service, '_INBOX.abc.1')).toBe(false)
      for (const other of services.filter((name) => name !== service))
        expect(mayHear(service, `_INBOX.${other}.abc.1`)).toBe(false)
    }
  })

  it('lets kyc ask what a document must agree with, and not for the address', () => {
    expect(mayPublish('kyc', 'rpc.identity.getSubjectFacts')).toBe(true)
    expect(mayPublish('kyc', 'rpc.identity.describeSubject')).toBe(false)
    expect(services.filter((service) => mayPublish(service, 'rpc.identity.getSubjectFacts'))).toEqual([
      'kyc',
      'gateway',
    ])
  })

  it('makes a user for each service and one with all rights for the launcher', () => {
    const passwords = Object.fromEntries([...services, 'launcher'].map((user) => [user, `${user}-pw`]))
    const users = natsUsers(passwords)
    expect(users.map(({ user }) => user)).toEqual([...services, 'launcher'])
    expect(users.filter(({ permissions }) => !permissions).map(({ user }) => user)).toEqual(['launcher'])
  })

  it('makes no user without a password', () => {
    expect(() => natsUsers({})).toThrow(/no bus password/)
  })
})
