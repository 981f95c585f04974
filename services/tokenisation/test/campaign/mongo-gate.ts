import { mongo } from 'mongoose'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** What a gate does at a write: pass it, end the process before it, or after it without its result. */
export type Decision = 'pass' | 'before' | 'after'

const HEADER_BYTES = 16
const OP_MSG = 2013
const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify', 'commitTransaction'])
/** Not retried by the driver, and not taken for a store that is down, which would be waited for. */
const DEAD = { ok: 0, code: 96, codeName: 'OperationFailed', errmsg: 'the process has ended' }

interface Command {
  requestId: number
  /** Name of the command and, with a text as its value, its collection. */
  name: string
  collection: string | undefined
}

/**
 * Stands between one process and MongoDB. Once the process has ended, nothing that it still asks for reaches the store, and
 * every command fails at once.
 */
export class MongoGate {
  isDead = false
  private readonly sockets = new Set<Socket>()

  private constructor(
    readonly uri: string,
    private readonly server: Server,
  ) {}

  /** @param decide is asked at each write, with a name such as `update tokens` */
  static async start(mongoUri: string, decide: (write: string) => Decision): Promise<MongoGate> {
    const target = new URL(mongoUri)
    const server = createServer((socket) => gate.pass(socket, target, decide))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const own = new URL(mongoUri)
    own.host = `127.0.0.1:${port}`
    // The members of the replica set are behind the gate.
    own.searchParams.set('directConnection', 'true')
    const gate = new MongoGate(own.href, server)
    return gate
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise<void>((resolve) => this.server.close(() => resolve()))
  }

  private pass(client: Socket, { hostname, port }: URL, decide: (write: string) => Decision): void {
    const store = connect({ host: hostname, port: Number(port) })
    /** Requests whose result must not arrive. */
    const last = new Set<number>()
    for (const [socket, other] of [
      [client, store],
      [store, client],
    ] as const) {
      this.sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.sockets.delete(socket)
        other.destroy()
      })
    }
    onFrames(client, (frame) => {
      const command = commandOf(frame)
      const decision = this.decisionFor(command, decide)
      if (decision === 'before') return void client.write(deadReply(command!.requestId))
      if (decision === 'after') last.add(command!.requestId)
      store.write(frame)
    })
    onFrames(store, (frame) => {
      const answered = frame.readInt32LE(8)
      if (!last.delete(answered)) return void client.write(frame)
      this.isDead = true
      client.write(deadReply(answered))
    })
  }

  private decisionFor(command: Command | undefined, decide: (write: string) => Decision): Decision {
    if (!command || isPassed(command)) return 'pass'
    if (this.isDead) return 'before'
    if (!WRITES.has(command.name)) return 'pass'
    const decision = decide(command.collection ? `${command.name} ${command.collection}` : command.name)
    if (decision === 'before') this.isDead = true
    return decision
  }
}

/** The store aborts the transactions of an ended process only after a minute. */
const isPassed = ({ name }: Command) => /^(hello|ismaster|sasl\w+|abortTransaction)$/i.test(name)

/** Calls `take` with each whole message of a socket. */
function onFrames(socket: Socket, take: (frame: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (data: Buffer) => {
    rest = rest.length === 0 ? data : Buffer.concat([rest, data])
    while (rest.length >= HEADER_BYTES && rest.length >= rest.readInt32LE(0)) {
      const length = rest.readInt32LE(0)
      take(rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  })
}

/** Returns the first element of a message's first section, which names the command. */
function commandOf(frame: Buffer): Command | undefined {
  if (frame.readInt32LE(12) !== OP_MSG || frame[HEADER_BYTES + 4] !== 0) return undefined
  const start = HEADER_BYTES + 4 + 1 + 4
  const end = frame.indexOf(0, start + 1)
  const isText = frame[start] === 2
  const collection = isText ? frame.toString('utf8', end + 5, end + 4 + frame.readInt32LE(end + 1)) : undefined
  return { requestId: frame.readInt32LE(4), name: frame.toString('utf8', start + 1, end), collection }
}

function deadReply(responseTo: number): Buffer {
  const body = mongo.BSON.serialize(DEAD)
  const frame = Buffer.alloc(HEADER_BYTES + 5 + body.length)
  frame.writeInt32LE(frame.length, 0)
  frame.writeInt32LE(responseTo, 8)
  frame.writeInt32LE(OP_MSG, 12)
  frame.set(body, HEADER_BYTES + 5)
  return frame
}
