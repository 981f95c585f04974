import { connectBus } from '@hissa/messaging/connection'
import { demoAccounts, demoPassword } from '../seed/accounts.js'

const TIMEOUT_MS = 180_000

/** Once the services are ready: demo accounts and the sample catalogue. Safe to run again. */
const bus = await connectBus(process.env['NATS_URL'] ?? '', 'launcher')
const accounts = demoAccounts.map(({ email, fullName, groups }) => ({
  email,
  password: demoPassword,
  fullName,
  groups,
}))
for (const [subject, body] of [
  ['local.identity.seed', { accounts }],
  ['local.property.seed', {}],
] as const) {
  const answer = (await bus.nc.request(subject, JSON.stringify(body), { timeout: TIMEOUT_MS })).json<{
    error?: string
  }>()
  if (answer.error) throw new Error(`${subject}: ${answer.error}`)
}
await bus.nc.drain()
