import { text } from 'node:stream/consumers'
import { authorization } from './nats-config.js'
import { natsUsers } from './nats-users.js'

/**
 * Prints the users of the bus and their rights, as a file that a NATS configuration includes. Reads their passwords by
 * user, as JSON. Fails if one is missing.
 */
const passwords = JSON.parse(await text(process.stdin)) as Record<string, string>
process.stdout.write(`authorization: ${JSON.stringify(authorization(natsUsers(passwords)), null, 2)}\n`)
