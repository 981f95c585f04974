import { boot } from './boot.js'
import type { HandOverResult, HandOverRun } from './suite/run-hand-over.js'

/** Hands the roles of the contracts over, prints who held and who holds them, and exits: 0 done, 2 to be continued. */
async function run(): Promise<number> {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  let end: HandOverRun['end'] = () => undefined
  const ended = new Promise<HandOverResult>((resolve) => (end = resolve))
  const running = await boot(process.env, { handOver: { say, end: (result) => end(result) } })
  const stop = () => end({ error: new Error('Stopped. Run it again to continue') })
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  try {
    const result = await ended
    if ('error' in result) throw result.error
    const { isDone } = result
    say(isDone ? 'All roles are handed over.' : 'Run it again to continue.')
    return isDone ? 0 : 2
  } finally {
    await running.drain()
  }
}

await run().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  },
)
