import { MONGO, migrate, type Connection, type Migration } from '@hissa/persistence'
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common'

/** Runs the migrations of movements on start, before calls are served. */
@Injectable()
export class MigrateMovements implements OnModuleInit {
  constructor(@Inject(MONGO) private readonly connection: Connection) {}

  async onModuleInit(): Promise<void> {
    await migrate(this.connection, [deleteEmptyMovements])
  }
}

/** Earlier releases stored transfers of no shares, which anyone can cause, and a balance for each of their senders. */
const deleteEmptyMovements: Migration = {
  name: '002-delete-movements-of-no-shares',
  async up(connection) {
    for (const name of ['chain_movements', 'chain_balances']) await connection.collection(name).deleteMany({ units: 0 })
  },
}
