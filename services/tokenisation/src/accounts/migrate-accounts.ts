import { MONGO, migrate, type Connection, type Migration } from '@hissa/persistence'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'
import type { Account } from './account.js'
import type { AccountAddress } from './account-address.js'

const BATCH = 500

/** Runs the service's migrations on start, before calls are served. */
@Injectable()
export class MigrateAccounts implements OnModuleInit {
  constructor(@Inject(MONGO) private readonly connection: Connection) {}

  async onModuleInit(): Promise<void> {
    await migrate(this.connection, [recordAddresses])
  }
}

/** Earlier releases knew one address for each investor, in the row of the account. */
const recordAddresses: Migration = {
  name: '001-record-addresses-of-accounts',
  async up(connection) {
    const addresses = connection.collection<AccountAddress>('account_addresses')
    let updates: Parameters<typeof addresses.bulkWrite>[0][number][] = []
    const write = async () => {
      if (updates.length > 0) await addresses.bulkWrite(updates, { ordered: false })
      updates = []
    }
    for await (const { _id: userId, address } of connection.collection<Account>('accounts').find()) {
      const row = { userId, kind: 'custody', state: 'open' } as const
      updates.push({ updateOne: { filter: { _id: address }, update: { $setOnInsert: row }, upsert: true } })
      if (updates.length === BATCH) await write()
    }
    await write()
  },
}
