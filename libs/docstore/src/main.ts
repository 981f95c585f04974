import { parseArgs } from 'node:util'
import { FolderInUse, startDocstore } from './index.js'

/** Exit codes: 64 usage, 69 the port is taken, 75 the folder is in use (try again later), 78 refused configuration. */
const EXIT = { usage: 64, port: 69, inUse: 75, config: 78 } as const

function stop(code: number, message: string): never {
  process.stderr.write(`docstore: ${message}\n`)
  process.exit(code)
}

function options(): { data: string; port: number; guarded: boolean } {
  try {
    const { values } = parseArgs({
      options: { data: { type: 'string' }, port: { type: 'string' }, guarded: { type: 'boolean' } },
    })
    const port = Number(values.port ?? 0)
    if (!values.data || !Number.isInteger(port) || port < 0 || port > 65535)
      throw new Error('usage: main.js --data DIR [--port N] [--guarded]')
    return { data: values.data, port, guarded: values.guarded ?? false }
  } catch (error) {
    return stop(EXIT.usage, (error as Error).message)
  }
}

async function main(): Promise<void> {
  const { data, port, guarded } = options()
  if (process.env.NODE_ENV === 'production')
    stop(EXIT.config, 'is for one machine and refuses to run with NODE_ENV=production')
  const docstore = await startDocstore({ dataDir: data, port }).catch((error: Error) => {
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
