import { connectMongo, type Connection } from '@hissa/persistence'
import { parseArgs } from 'node:util'
import { isRole, listHalted, requestRelease, ROLES, type HaltedRole } from './chain/chain.api.js'

const USAGE = `MONGODB_URI=<uri> [MONGODB_DB_PREFIX=<prefix>] node services/tokenisation/dist/release-role.main.js [<role>] [--release]

Lists the roles that are halted, because the chain has a transaction with a nonce of theirs that was not signed here, and
the transactions that fail when a role is released. With a role and --release, the running service releases it with its
next pass. Before that, find out who used the key. Roles: ${ROLES.join(', ')}.`

/** Lists halted roles for an operator; releases one with `--release` only. */
async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { release: { type: 'boolean', default: false } },
  })
  const [role] = positionals
  const { MONGODB_URI: uri, MONGODB_DB_PREFIX: prefix = '' } = process.env
  if (!uri || positionals.length > 1 || (values.release && !role)) throw new Error(USAGE)
  if (role !== undefined && !isRole(role)) throw new Error(`There is no role ${role}. Roles: ${ROLES.join(', ')}`)
  const connection = await connectMongo({ uri, dbName: `${prefix}tokenisation` })
  try {
    const found = await listHalted(connection, role)
    for (const each of found) for (const line of linesOf(each)) say(line)
    if (found.length === 0) say('No role is halted')
    if (role === undefined) return
    if (values.release) await release(connection, role)
    else say(`${role} would be released with --release`)
  } finally {
    await connection.close()
  }
}

async function release(connection: Connection, role: (typeof ROLES)[number]): Promise<void> {
  if (!(await requestRelease(connection, role))) throw new Error(`${role} has never signed a transaction`)
  say(`${role} will be released with the next pass of the service`)
}

const linesOf = ({ role, haltedAt, taken }: HaltedRole) => [
  [role, haltedAt ? `halted since ${haltedAt.toISOString()}` : 'not halted'].join('\t'),
  ...taken.map(({ id, kind, nonce }) => [role, `nonce ${nonce}`, kind, id].join('\t')),
]

const say = (line: string) => process.stdout.write(`${line}\n`)

await run().catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
