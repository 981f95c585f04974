import { parseArgs } from 'node:util'
import { connectBus } from './connection.js'
import { listDeadLetters, replayDeadLetters, type DeadLetter } from './dead-letters.js'

const USAGE = `node libs/messaging/dist/main.js <service> [--consumer <name>] [--replay]

Lists what a service could not handle: place, consumer, subject, reason. With --replay it publishes those messages
again and removes them. NATS_URL names a user of the bus who may publish the services' facts.`

/** The operator's command for dead letters: shows them, and replays them only when it is told to. */
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
    const letters = await replayDeadLetters(bus, service, {
      ...(consumer ? { consumer } : {}),
      dryRun: !replay,
      onProgress: (done, total) => say(`${done} of ${total} replayed`),
    })
    if (!replay) for (const letter of letters) say(lineOf(letter))
    const left = (await listDeadLetters(bus, service)).length
    say(replay ? `${letters.length} replayed, ${left} left` : `${letters.length} would be replayed with --replay`)
  } finally {
    await bus.nc.drain()
  }
}

// Never the body: it may hold more than an operator needs to see.
const lineOf = ({ seq, at, consumer, subject, reason }: DeadLetter) =>
  [seq, at, consumer, subject, reason.replaceAll('\n', ' ')].join('\t')

const say = (line: string) => process.stdout.write(`${line}\n`)

await run().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
