import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FolderInUse, startDocstore, type StoreUser } from './index.js'

/** Exit codes: 64 usage, 69 port in use, 75 folder in use (try again later), 78 configuration not allowed. */
const EXIT = { usage: 64, port: 69, inUse: 75, config: 78 } as const

function stop(code: number, message: string): never {
  process.stderr.write(`docstore: ${message}\n`)
  process.exit(code)
}

interface Options {
  data: string
  port: number
  guarded: boolean
  /** See `startDocstore`. */
  host: string | undefined
  /** Has a line for each user. A file, because others can read a command line. */
  usersFile: string | undefined
  /** See `startDocstore`. */
  isThrownAway: boolean
}

function options(): Options {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        guarded: { type: 'boolean' },
        host: { type: 'string' },
        users: { type: 'string' },
        throwaway: { type: 'boolean' },
      },
    })
    const port = Number(values.port ?? 0)
    if (!values.data || !Number.isInteger(port) || port < 0 || port > 65535)
      throw new Error('usage: main.js --data DIR [--port N] [--host NAME] [--guarded] [--users FILE] [--throwaway]')
    const { data, host, guarded = false, users: usersFile, throwaway: isThrownAway = false } = values
    return { data, port, host, guarded, usersFile, isThrownAway }
  } catch (error) {
    return stop(EXIT.usage, (error as Error).message)
  }
}

/** Reads lines of `user:password`, with the only database that the user may use after a space. */
function readUsers(file: string): StoreUser[] {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    return lines.map((line) => {
      const [, user, password, database] = /^([^:\s]+):(\S+)(?: (\S+))?$/.exec(line) ?? []
      if (!user || !password) throw new Error(`${file} has a line that is not user:password [database]`)
      return { user, password, ...(database !== undefined && { database }) }
    })
  } catch (error) {
    return stop(EXIT.usage, (error as Error).message)
  }
}

async function main(): Promise<void> {
  const { data, port, host, guarded, usersFile, isThrownAway } = options()
  if (process.env.NODE_ENV === 'production')
    stop(EXIT.config, 'is for one machine and refuses to run with NODE_ENV=production')
  process.umask(0o077)
  const reach = { ...(host !== undefined && { host }), ...(usersFile !== undefined && { users: readUsers(usersFile) }) }
  const docstore = await startDocstore({ dataDir: data, port, isThrownAway, ...reach }).catch((error: Error) => {
    if (error instanceof FolderInUse) return stop(EXIT.inUse, error.message)
    return stop((error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? EXIT.port : 1, error.message)
  })
  const end = () => void docstore.close().then(() => process.exit(0))
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  if (guarded) process.stdin.once('close', end).resume()
  process.stdout.write(`${JSON.stringify({ ready: true, port: docstore.port, uri: docstore.uri })}\n`)
}

await main()
