import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FolderInUse, startDocstore } from './index.js'

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
  /** Contains `user:password`. A file, because other users can read a command line. */
  credentialsFile: string | undefined
}

function options(): Options {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        port: { type: 'string' },
        guarded: { type: 'boolean' },
        credentials: { type: 'string' },
      },
    })
    const port = Number(values.port ?? 0)
    if (!values.data || !Number.isInteger(port) || port < 0 || port > 65535)
      throw new Error('usage: main.js --data DIR [--port N] [--guarded] [--credentials FILE]')
    return { data: values.data, port, guarded: values.guarded ?? false, credentialsFile: values.credentials }
  } catch (error) {
    return stop(EXIT.usage, (error as Error).message)
  }
}

function readCredentials(file: string): { user: string; password: string } {
  try {
    const [, user, password] = /^([^:\s]+):(\S+)\s*$/.exec(readFileSync(file, 'utf8')) ?? []
    if (!user || !password) throw new Error(`${file} does not hold user:password`)
    return { user, password }
  } catch (error) {
    return stop(EXIT.usage, (error as Error).message)
  }
}

async function main(): Promise<void> {
  const { data, port, guarded, credentialsFile } = options()
  if (process.env.NODE_ENV === 'production')
    stop(EXIT.config, 'is for one machine and refuses to run with NODE_ENV=production')
  process.umask(0o077)
  const credentials = credentialsFile === undefined ? {} : { credentials: readCredentials(credentialsFile) }
  const docstore = await startDocstore({ dataDir: data, port, ...credentials }).catch((error: Error) => {
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
