import { serviceNames, type ServiceName } from '@hissa/contracts'
import { reactions } from '@hissa/contracts/bus'
import { parseArgs } from 'node:util'
import { connectBus, type Bus } from './connection.js'
import { listDeadLetters, replayDeadLetters, type DeadLetter } from './dead-letters.js'

const USAGE = `node libs/messaging/dist/main.js <service> [--consumer <name>] [--replay]

Lists the dead letters of a service: sequence number, consumer, subject, reason. With --replay it publishes them again
and removes them. NATS_URL must name a user of the bus that may publish the services' events.`

/** Lists a dead-letter queue for an operator; replays it with `--replay` only. */
async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { consumer: { type: 'string' }, replay: { type: 'boolean', default: false } },
  })
  const [service] = positionals
  const { NATS_URL: url } = process.env
  if (!service || !url) throw new Error(USAGE)
  const bus = await connectBus(url, 'dead-letters')
  try {
    const { consumer, replay } = values
    await readQueue(bus, service, consumer)
    const letters = await replayDeadLetters(bus, service, {
      ...(consumer ? { consumer } : {}),
      dryRun: !replay,
      onProgress: (done, total) => say(`${done} of ${total} replayed`),
    })
    if (!replay) for (const letter of letters) say(lineOf(letter))
    const left = (await listDeadLetters(bus, service)).length
    const queue = `dead-letter queue of ${consumer ? `${service}'s consumer ${consumer}` : service}`
    if (letters.length === 0) say(`The ${queue} is empty${left > 0 ? `; other consumers have ${left}` : ''}`)
    else say(replay ? `${letters.length} replayed, ${left} left` : `${letters.length} would be replayed with --replay`)
  } finally {
    await bus.nc.drain()
  }
}

/**
 * Reads a whole dead-letter queue. Throws an error with the known names if the service or the consumer doesn't exist.
 */
async function readQueue(bus: Bus, service: string, consumer: string | undefined): Promise<DeadLetter[]> {
  const letters = await listDeadLetters(bus, service).catch((error: unknown) => {
    if (!/stream not found/i.test(String(error))) throw error
    throw new Error(`There is no dead-letter queue of ${service}. Services: ${serviceNames.join(', ')}`)
  })
  const own = Object.keys(reactions[service as ServiceName] ?? {})
  const consumers = new Set([...own, ...letters.map((letter) => letter.consumer)])
  if (consumer === undefined || consumers.has(consumer)) return letters
  throw new Error(`${service} has no consumer ${consumer}. Consumers: ${[...consumers].join(', ') || 'none'}`)
}

// Never the body: it may hold more than an operator needs to see.
const lineOf = ({ seq, at, consumer, subject, reason }: DeadLetter) =>
  [seq, at, consumer, subject, reason.replaceAll('\n', ' ')].join('\t')

const say = (line: string) => process.stdout.write(`${line}\n`)

await run().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
