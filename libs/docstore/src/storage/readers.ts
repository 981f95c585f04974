import { Connection } from './connection.js'

const IDLE_LIMIT = 64

interface Snapshot {
  connection: Connection
  sequence: number
  users: number
}

/** Connections that each show the store as it was when they were taken. Transactions begun between two commits share one. */
export class Readers {
  private readonly idle: Connection[] = []
  private readonly open = new Map<Connection, Snapshot>()
  private latest: Snapshot | undefined

  constructor(private readonly path: string) {}

  /** A connection whose reads all see the last commit before this call, which was number `sequence`. */
  take(sequence: number): Connection {
    const { latest } = this
    if (latest?.sequence === sequence && latest.users > 0) {
      latest.users++
      return latest.connection
    }
    const connection = this.idle.pop() ?? new Connection(this.path, true)
    connection.statement('BEGIN').run()
    // The snapshot is taken by the first read, not by BEGIN.
    connection.statement('SELECT count(*) FROM sqlite_schema').get()
    this.latest = { connection, sequence, users: 1 }
    this.open.set(connection, this.latest)
    return connection
  }

  /** Gives a connection back; its snapshot ends with its last user. */
  give(connection: Connection): void {
    const snapshot = this.open.get(connection)
    if (!snapshot || --snapshot.users > 0) return
    this.open.delete(connection)
    connection.statement('ROLLBACK').run()
    if (this.idle.length < IDLE_LIMIT) this.idle.push(connection)
    else connection.close()
  }

  close(): void {
    for (const connection of this.idle.splice(0)) connection.close()
  }
}
