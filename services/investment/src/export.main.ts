import { SystemClock } from '@hissa/kernel'
import { connectMongo } from '@hissa/persistence'
import { exportBooks } from './wind-down/export-books.js'

const USAGE = `MONGODB_URI=<uri> [MONGODB_DB_PREFIX=<prefix>] INVESTMENT_MASTER_KEY=<key> node services/investment/dist/export.main.js <folder>

Writes into a new folder what register and final payout can be rebuilt from without the platform, by
verifiers/rebuild.mjs. The files contain names and bank accounts of investors in plain text. CLOCK_OFFSET_MS is that
of the service, if it has one: new bank accounts that still wait are left out.`

async function run(): Promise<void> {
  const {
    MONGODB_URI: uri,
    MONGODB_DB_PREFIX: prefix = '',
    INVESTMENT_MASTER_KEY: key,
    CLOCK_OFFSET_MS = 0,
  } = process.env
  const [folder] = process.argv.slice(2)
  if (!uri || !key || !folder) throw new Error(USAGE)
  const connection = await connectMongo({ uri, dbName: `${prefix}investment` })
  try {
    const now = new SystemClock(Number(CLOCK_OFFSET_MS)).now()
    const exported = await exportBooks(connection, Buffer.from(key, 'base64'), folder, now)
    const { transfers, bankAccounts, sequence } = exported
    const register = sequence === undefined ? 'no register' : `register ${sequence}`
    process.stdout.write(`${transfers} transfers, ${bankAccounts} bank accounts and ${register} in ${folder}\n`)
  } finally {
    await connection.close()
  }
}

await run().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
