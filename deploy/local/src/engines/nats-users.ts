import type { NatsPermissions, NatsUser } from '@hissa/testing/engines/start'

/** The services of the platform, in the order in which they are named to people. */
export const services = ['identity', 'property', 'investment', 'kyc', 'notification', 'gateway'] as const
export type Service = (typeof services)[number]

/** The few synchronous calls between services; everything else is the gateway's. `rpc.` and the call's name. */
export const serviceCalls: Partial<Record<Service, readonly string[]>> = {
  notification: ['identity.describeSubject', 'identity.getCode'],
  kyc: ['identity.getSubjectFacts'],
}

/** JetStream: its requests and its acks; every service makes its own stream and its consumers on others'. */
const jetstream = ['$JS.API.>', '$JS.ACK.>', '$JS.FC.>']
/** Answers go to whoever asked; each hears only its own. */
const inboxes = '_INBOX.>'
const inboxesOf = (service: Service) => `_INBOX.${service}.>`

/**
 * What a service may say and hear. It publishes facts and dead letters of its own, answers its own calls and calls
 * what it is named for above; only the gateway calls freely and listens to the facts as they pass.
 */
export function natsPermissions(service: Service): NatsPermissions {
  const calls = service === 'gateway' ? ['rpc.>'] : (serviceCalls[service] ?? []).map((name) => `rpc.${name}`)
  const ping = `hissa-ping.${service}`
  return {
    publish: [`hissa.${service}.>`, `dead.${service}.>`, ping, ...calls, inboxes, ...jetstream],
    subscribe: [
      `rpc.${service}.>`,
      ping,
      `local.${service}.>`,
      inboxesOf(service),
      ...(service === 'gateway' ? ['hissa.>'] : []),
    ],
  }
}

/** Users of the local bus: one for each service, and `launcher`, who may do everything (clock, seeding, counting). */
export function natsUsers(passwords: Readonly<Record<string, string>>): NatsUser[] {
  const password = (user: string) => {
    const found = passwords[user]
    if (!found) throw new Error(`no bus password for ${user}`)
    return found
  }
  return [
    ...services.map((user) => ({ user, password: password(user), permissions: natsPermissions(user) })),
    { user: 'launcher', password: password('launcher') },
  ]
}
