import { Connection } from './connection.js'

const IDLE_LIMIT = 16

/** Connections that each show the store as it was when they were taken: one per open transaction. */
export class Readers {
  private readonly idle: Connection[] = []

  constructor(private readonly path: string) {}

  /** A connection whose reads all see the last commit before this call. */
  take(): Connection {
    const connection = this.idle.pop() ?? new Connection(this.path, true)
    connection.exec('BEGIN')
    // The snapshot is taken by the first read, not by BEGIN.
    connection.statement('SELECT count(*) FROM sqlite_schema').get()
    return connection
  }

  /** Gives a connection back and ends its snapshot. */
  give(connection: Connection): void {
    connection.exec('ROLLBACK')
    if (this.idle.length < IDLE_LIMIT) this.idle.push(connection)
    else connection.close()
  }

  close(): void {
    for (const connection of this.idle.splice(0)) connection.close()
  }
}
