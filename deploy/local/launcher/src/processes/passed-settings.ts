import type { Service } from '@hissa/messaging/bus'

/** Names of settings: those of every service, and those of single services. */
export type PassedSettings = { readonly every: readonly string[] } & Readonly<
  Partial<Record<Service, readonly string[]>>
>

/** Optional settings that `npm start` and docker-compose.yml pass on to the services; a test compares both with this list. */
export const passedSettings: PassedSettings = {
  every: ['LOG_LEVEL', 'DRAIN_DELAY_MS', 'CONTACT_EMAIL', 'OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'],
  notification: ['MAIL_FROM'],
  gateway: ['RATE_LIMIT_READS_PER_MINUTE', 'RATE_LIMIT_WRITES_PER_MINUTE', 'SOCKETS_PER_ADDRESS', 'REGULATOR_LINE'],
}

/** Those that only `npm start` passes on: an address and folders of this machine, and the databases' prefix. */
export const passedOnOneMachine: PassedSettings = {
  every: ['NODE_ENV', 'MONGODB_DB_PREFIX'],
  kyc: ['SANCTIONS_DIR'],
  gateway: ['HOST', 'WEB_DIST'],
}

const drainTimeoutMs = 10_000

/**
 * Returns how long a process may take to drain. Those that serve HTTP wait for `DRAIN_DELAY_MS` first, and within one
 * process the gateway does so before identity.
 */
export const drainWithinMs = (env: Readonly<Record<string, string | undefined>>): number =>
  drainTimeoutMs + 2 * Number(env['DRAIN_DELAY_MS'] ?? 0)
