import { connectMongo } from '@hissa/persistence'
import { parseArgs } from 'node:util'
import { auditModels } from './audit-models.js'
import { verifyAudit } from './verify-audit.js'

const USAGE = `node libs/audit/dist/main.js <service> --key <public key>

Recalculates a service's audit log from its first row and compares it with the stored and the signed heads. MONGODB_URI
names a user who may read the service's database. The public key is in the service's log, wherever that is kept: each hour
it says which head it has signed. Ends with 1 when the log is not what it was.`

const { stdout, stderr } = process
const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** The verifier of the audit log, as a command. */
async function run(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } })
  const [service] = positionals
  const { MONGODB_URI: uri, MONGODB_DB_PREFIX: prefix = 'hissa_' } = process.env
  if (!service || !values.key || !uri) throw new Error(USAGE)
  const connection = await connectMongo({ uri, dbName: `${prefix}${service}` })
  try {
    const verdict = await verifyAudit(auditModels(connection), { service, publicKey: values.key })
    if (verdict.intact) {
      const { head, signedHeads } = verdict
      stdout.write(`${count(head.seq, 'row')}, ${count(signedHeads, 'signed head')}: intact, ${head.hash}\n`)
    } else {
      stdout.write(`not intact: ${verdict.reason} at ${verdict.seq}\n`)
      process.exitCode = 1
    }
  } finally {
    await connection.close()
  }
}

await run().catch((error: unknown) => {
  stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
