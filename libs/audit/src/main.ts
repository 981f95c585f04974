import { connectMongo } from '@hissa/persistence'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { auditModels } from './audit-models.js'
import { keptHeads } from './kept-heads.js'
import type { SignedHead } from './signed-head.js'
import { verifyAudit } from './verify-audit.js'

const USAGE = `node libs/audit/dist/main.js <service> --key <public key> [--signed <file>]

Recalculates a service's audit log from its first row and compares it with the stored and the signed heads. MONGODB_URI
names a user who may read the service's database. The public key is in the service's log, wherever that is kept: each hour
it says which head it has signed. --signed takes those lines (- for standard input; other lines are passed over): without
them, a log that somebody made anew in the store does not show once the service has signed it. Ends with 1 when the log is
not what it was.`

const { stdout, stderr, stdin } = process
const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** The verifier of the audit log, as a command. */
async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, signed: { type: 'string' } },
  })
  const [service] = positionals
  const { MONGODB_URI: uri, MONGODB_DB_PREFIX: prefix = 'hissa_' } = process.env
  if (!service || !values.key || !uri) throw new Error(USAGE)
  const kept = values.signed === undefined ? [] : await readKept(values.signed, service)
  const connection = await connectMongo({ uri, dbName: `${prefix}${service}` })
  try {
    const verdict = await verifyAudit(auditModels(connection), { service, publicKey: values.key }, kept)
    if (verdict.intact) {
      const { head, signedHeads } = verdict
      const heads = `${count(signedHeads, 'signed head')}, ${kept.length} of them kept outside the store`
      stdout.write(`${count(head.seq, 'row')}, ${heads}: intact, ${head.hash}\n`)
    } else {
      stdout.write(`not intact: ${verdict.reason} at ${verdict.seq}\n`)
      process.exitCode = 1
    }
  } finally {
    await connection.close()
  }
}

async function readKept(file: string, service: string): Promise<SignedHead[]> {
  const kept = keptHeads(file === '-' ? await text(stdin) : await readFile(file, 'utf8'), service)
  if (kept.length === 0) throw new Error(`no signed head of ${service} in ${file === '-' ? 'the input' : file}`)
  return kept
}

await run().catch((error: unknown) => {
  stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
