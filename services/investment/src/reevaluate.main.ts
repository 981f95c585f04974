import { connectMongo } from '@hissa/persistence'
import { reevaluateDecisions } from './decisions/reevaluate-decisions.js'

const USAGE = `MONGODB_URI=<uri> [MONGODB_DB_PREFIX=<prefix>] node services/investment/dist/reevaluate.main.js

Evaluates every stored decision of the rules again, with the version that made it. Prints each difference and fails if
there is one.`

/** Prints progress and every difference; returns whether there is none. */
async function run(): Promise<boolean> {
  const { MONGODB_URI: uri, MONGODB_DB_PREFIX: prefix = '' } = process.env
  if (!uri) throw new Error(USAGE)
  const connection = await connectMongo({ uri, dbName: `${prefix}investment` })
  try {
    const onProgress = (done: number, total: number) => say(`${done} of ${total} documents`)
    const { documents, decisions, differences } = await reevaluateDecisions(connection, { onProgress })
    for (const { collection, id, rule, version, kind } of differences) {
      say([kind, collection, id, `${rule} version ${version}`].join('\t'))
    }
    say(`${decisions} decisions in ${documents} documents evaluated again, ${differences.length} differ`)
    return differences.length === 0
  } finally {
    await connection.close()
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)

try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
