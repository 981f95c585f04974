import { createServer, type Server, type Socket } from 'node:net'
import { MAX_MESSAGE_BYTES } from '../limits.js'
import type { Doc } from '../bson/values.js'
import { readMessage, writeReply, type Request } from './message.js'

/** Executes a command; never rejects. */
export interface Responder {
  respond(command: Doc, connection: number): Promise<Doc>
  disconnected(connection: number): void
}

/** A listening wire-protocol server. */
export interface WireServer {
  port: number
  close(): Promise<void>
}

/**
 * Listens for clients.
 * @param host address to listen on
 * @param port 0 chooses a free port
 */
export async function listen(host: string, port: number, responder: Responder): Promise<WireServer> {
  const sockets = new Set<Socket>()
  let lastConnection = 0
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    const connection = ++lastConnection
    serve(socket, connection, responder)
    socket.on('close', () => {
      sockets.delete(socket)
      responder.disconnected(connection)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return { port: portOf(server), close: () => closeAll(server, sockets) }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

function closeAll(server: Server, sockets: Set<Socket>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    for (const socket of sockets) socket.destroy()
  })
}

/** Splits the stream into messages. Replies follow the order of requests on a connection, as drivers expect. */
function serve(socket: Socket, connection: number, responder: Responder): void {
  let pending: Buffer[] = []
  let length = 0
  let turn: Promise<void> = Promise.resolve()
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    pending.push(chunk)
    length += chunk.length
    const first = pending[0] as Buffer
    if (length < 4 || (first.length >= 4 && length < first.readInt32LE(0))) return
    let bytes = pending.length === 1 ? chunk : Buffer.concat(pending)
    while (bytes.length >= 4 && bytes.length >= bytes.readInt32LE(0)) {
      const size = bytes.readInt32LE(0)
      if (size < 16 || size > MAX_MESSAGE_BYTES) return void socket.destroy()
      const message = bytes.subarray(0, size)
      bytes = bytes.subarray(size)
      turn = turn.then(() => answer(socket, connection, message, responder))
    }
    pending = bytes.length > 0 ? [bytes] : []
    length = bytes.length
  })
}

async function answer(socket: Socket, connection: number, message: Buffer, responder: Responder): Promise<void> {
  let request: Request
  try {
    request = readMessage(message)
  } catch (error) {
    // An unreadable message cannot be answered; a real server closes the connection too.
    process.stderr.write(`docstore: closing a connection: ${(error as Error).message}\n`)
    socket.destroy()
    return
  }
  const reply = await responder.respond(request.command, connection)
  if (!request.wantsReply || socket.destroyed) return
  socket.write(writeReply(request, reply))
}
