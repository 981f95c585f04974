import { Connection } from './connection.js'

const IDLE_LIMIT = 64

interface Snapshot {
  connection: Connection
  sequence: number
  users: number
}

/**
 * Connections that each show one snapshot of the store. Reads between two commits share a connection, and the latest is
 * kept until the next commit, so that short reads do not each open one.
 */
export class Readers {
  private readonly idle: Connection[] = []
  private readonly open = new Map<Connection, Snapshot>()
  private latest: Snapshot | undefined

  constructor(private readonly path: string) {}

  /** Returns a connection whose reads all see the last commit before this call, number `sequence`. */
  take(sequence: number): Connection {
    if (this.latest?.sequence !== sequence) this.latest = this.snapshot(sequence)
    this.latest.users++
    return this.latest.connection
  }

  private snapshot(sequence: number): Snapshot {
    this.dropLatest()
    const connection = this.idle.pop() ?? new Connection(this.path, true)
    connection.statement('BEGIN').run()
    // The snapshot is taken by the first read, not by BEGIN.
    connection.statement('SELECT count(*) FROM sqlite_schema').get()
    const snapshot = { connection, sequence, users: 0 }
    this.open.set(connection, snapshot)
    return snapshot
  }

  /** Releases a connection; its snapshot ends with its last user, unless it is the latest. */
  release(connection: Connection): void {
    const snapshot = this.open.get(connection)
    if (!snapshot) return
    snapshot.users--
    if (snapshot !== this.latest) this.endUnused(snapshot)
  }

  /** Releases the latest snapshot because of a newer commit, or so that the write-ahead log can be emptied. */
  dropLatest(): void {
    const { latest } = this
    this.latest = undefined
    if (latest) this.endUnused(latest)
  }

  /** True while any snapshot is open. */
  get busy(): boolean {
    return this.open.size > 0
  }

  private endUnused({ connection, users }: Snapshot): void {
    if (users > 0) return
    this.open.delete(connection)
    connection.statement('ROLLBACK').run()
    if (this.idle.length < IDLE_LIMIT) this.idle.push(connection)
    else connection.close()
  }

  close(): void {
    this.dropLatest()
    for (const connection of this.idle.splice(0)) connection.close()
  }
}
