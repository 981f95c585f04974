import { connectMongo } from '@hissa/persistence'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { auditModels } from './audit-models.js'
import { loggedHeads } from './logged-heads.js'
import type { SignedHead } from './signed-head.js'
import { verifyAudit } from './verify-audit.js'

const USAGE = `node libs/audit/dist/main.js <service> --key <public key> [--signed <file>]

Recalculates a service's audit log from its first row and compares it with the stored and the signed heads. MONGODB_URI
must name a user who may read the service's database. The public key is in the service's log output, which has a line
for each signed head, one an hour. --signed reads those lines from a file (- for standard input; other lines are
ignored). Without them, an audit log that was rebuilt in the store is not detected once the service has signed it. Exits
with 1 if the audit log was altered.`

const { stdout, stderr, stdin } = process
const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** Verifies an audit log from the command line. */
async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, signed: { type: 'string' } },
  })
  const [service] = positionals
  const { MONGODB_URI: uri, MONGODB_DB_PREFIX: prefix = 'hissa_' } = process.env
  if (!service || !values.key || !uri) throw new Error(USAGE)
  const kept = values.signed === undefined ? [] : await readSigned(values.signed, service)
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

async function readSigned(file: string, service: string): Promise<SignedHead[]> {
  const kept = loggedHeads(file === '-' ? await text(stdin) : await readFile(file, 'utf8'), service)
  if (kept.length === 0) throw new Error(`no signed head of ${service} in ${file === '-' ? 'the input' : file}`)
  return kept
}

await run().catch((error: unknown) => {
  stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
