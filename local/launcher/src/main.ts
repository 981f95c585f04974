import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Cleanups, launch, type Launched } from './launcher.js'
import { parseOptions } from './run/options.js'
import { createSay, type Say } from './run/say.js'
import { exitCodeFor, messageFor } from './run/user-error.js'
import { whereToGo } from './seed/where-to-go.js'

const root = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
const interruptedExitCode = 130
/** Makes scripts/start.mjs start the launcher again, because its own code was changed. */
const restartExitCode = 75
/** One Ctrl-C may arrive twice, from the terminal and from npm. */
const sameSignalMs = 750

/**
 * Runs `npm start`: starts everything, prints the addresses, and stops it again on Ctrl-C or SIGTERM. Does not return.
 */
export async function main(argv: readonly string[]): Promise<void> {
  const say = createSay()
  const cleanups = new Cleanups()
  const stop = endOnSignal(say, cleanups)
  try {
    const options = parseOptions(argv, process.env, root)
    const launched = await launch(options, process.env, say, cleanups)
    if (launched.develop) cleanups.add(await launched.develop(() => void stop.again()))
    say(options.dev ? 'Ready; watching libs, services, web and deploy' : 'Ready')
    tellWhereToGo(launched, options.dataDir, say)
  } catch (error) {
    await stop.fail(error)
  }
}

/** Ends everything in order on a signal or a failure, once; a second Ctrl-C ends it immediately. */
function endOnSignal(say: Say, cleanups: Cleanups) {
  let signalledAtMs: number | undefined
  const stop = async (signal: NodeJS.Signals) => {
    const nowMs = performance.now()
    if (signalledAtMs !== undefined) {
      if (signal !== 'SIGINT' || nowMs - signalledAtMs < sameSignalMs) return
      say('Stopping immediately')
      cleanups.kill()
      process.exit(interruptedExitCode)
    }
    signalledAtMs = nowMs
    say('Stopping; Ctrl-C again forces it')
    let code = 0
    try {
      await cleanups.run()
      say('Stopped')
    } catch (error) {
      process.stderr.write(`\n${messageFor(error)}\n`)
      code = 1
    }
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))
  const fail = async (error: unknown) => {
    if (signalledAtMs !== undefined) return // parts fail when they are stopped in the middle of a start
    signalledAtMs = performance.now()
    process.stderr.write(`\n${messageFor(error)}\n`)
    await cleanups.run().catch((failure: unknown) => process.stderr.write(`${messageFor(failure)}\n`))
    process.exit(exitCodeFor(error))
  }
  process.on('uncaughtException', (error) => void fail(error)) // for example, a timer that writes to a full disk
  const again = async () => {
    if (signalledAtMs !== undefined) return
    signalledAtMs = performance.now()
    await cleanups.run()
    process.exit(restartExitCode)
  }
  return { fail, again }
}

function tellWhereToGo({ publicUrl, urls }: Launched, dataDir: string, say: Say): void {
  const { sandbox, mail, payments, bank, chain } = urls
  say.plain(
    whereToGo({
      ...{ app: publicUrl, sandbox, mail, payments, bank, chain },
      ...{ logs: `${dataDir}/logs`, stop: 'Ctrl-C stops it.' },
    }),
  )
}
