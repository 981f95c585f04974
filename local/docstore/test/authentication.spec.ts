import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, serialize, type Document } from 'bson'
import { freePort, onPath, startGuarded } from '@hissa/testing-engines/start'
import { makeStoreUsers } from '@hissa/persistence'
import { MongoClient, type MongoServerError } from 'mongodb'
import { startDocstore } from '../src/index.js'

const user = 'hissa'
const password = randomBytes(18).toString('hex')
const users = [
  { user, password, database: 'secret' },
  { user: 'guest', password: randomBytes(18).toString('hex'), database: 'open' },
]

/** A store that requires credentials. */
interface Guarded {
  port: number
  stop(): Promise<unknown>
}

const started = new Map<string, Guarded>()
const folders: string[] = []
const folder = async (): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'authentication-'))
  folders.push(dir)
  return dir
}

async function startReal(): Promise<Guarded> {
  const [dir, port] = [await folder(), await freePort()]
  const keyFile = join(dir, 'key')
  await writeFile(keyFile, randomBytes(96).toString('base64'))
  await chmod(keyFile, 0o400)
  const args = ['--replSet', 'rs0', '--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dir]
  const server = startGuarded({
    command: 'mongod',
    args: [...args, '--keyFile', keyFile],
    logFile: join(dir, 'log'),
  })
  await makeStoreUsers({
    uri: `mongodb://127.0.0.1:${port}/?directConnection=true`,
    member: `127.0.0.1:${port}`,
    admin: { user: 'admin', password },
    users,
  })
  return { port, stop: () => server.stop() }
}

beforeAll(async () => {
  const docstore = await startDocstore({ dataDir: await folder(), users })
  started.set('docstore', { port: docstore.port, stop: () => docstore.close() })
  if (await onPath('mongod')) started.set('mongod', await startReal())
  else process.stderr.write('no mongod: authentication is not compared\n')
})

afterAll(async () => {
  await Promise.all([...started.values()].map((store) => store.stop()))
  await Promise.all(folders.map((dir) => rm(dir, { recursive: true, force: true })))
})

describe.each(['docstore', 'mongod'])('authentication on %s', (name) => {
  const uri = (credentials: string, options = '') =>
    `mongodb://${credentials}127.0.0.1:${started.get(name)?.port}/?directConnection=true&authSource=admin${options}`

  const codeOf = async (address: string, command: Document = { find: 'items' }, database = 'secret') => {
    const client = new MongoClient(address, { serverSelectionTimeoutMS: 5_000 })
    try {
      await client.db(database).command(command)
      return 0
    } catch (error) {
      return (error as MongoServerError).code
    } finally {
      await client.close()
    }
  }
  const on = (title: string, test: () => Promise<void>) =>
    it(title, async () => {
      if (started.has(name)) await test()
    })

  on('answers a client that signs in, whether or not it names the mechanism', async () => {
    expect(await codeOf(uri(`${user}:${password}@`))).toBe(0)
    expect(await codeOf(uri(`${user}:${password}@`, '&authMechanism=SCRAM-SHA-256'))).toBe(0)
  })

  on('rejects every command on data without credentials', async () => {
    for (const command of [
      { find: 'items' },
      { aggregate: 'items', pipeline: [], cursor: {} },
      { insert: 'items', documents: [{}] },
      { dropDatabase: 1 },
      { listCollections: 1 },
      { count: 'items' },
    ])
      expect(await codeOf(uri(''), command)).toBe(13)
  })

  on('lets anyone ask whether it is there', async () => {
    for (const command of [{ ping: 1 }, { isMaster: 1 }, { buildInfo: 1 }])
      expect(await codeOf(uri(''), command)).toBe(0)
  })

  on('rejects a wrong password and an unknown user in the same way', async () => {
    expect(await codeOf(uri(`${user}:${password}x@`))).toBe(18)
    expect(await codeOf(uri(`nobody:${password}@`))).toBe(18)
  })

  on('lets a user only into its own database', async () => {
    const [{ password: own }] = [users[1]!]
    const guest = uri(`guest:${own}@`)
    for (const command of [{ find: 'items' }, { insert: 'items', documents: [{}] }, { listCollections: 1 }])
      expect([await codeOf(guest, command), await codeOf(guest, command, 'open')]).toEqual([13, 0])
    expect(await codeOf(guest, { listDatabases: 1 }, 'admin')).toBe(name === 'mongod' ? 0 : 13)
  })

  on('ends a transaction and a session for a user of one database', async () => {
    const client = new MongoClient(uri(`${user}:${password}@`))
    await client.withSession((session) =>
      session.withTransaction(() => client.db('secret').collection('kept').insertOne({ a: 1 }, { session })),
    )
    expect(await client.db('secret').collection('kept').countDocuments()).toBe(1)
    await client.close()
  })

  on('takes no proof for another conversation', async () => {
    const socket = await Wire.connect(started.get(name)?.port ?? 0)
    const nonce = randomBytes(24).toString('base64')
    const proof = `c=biws,r=x,p=${randomBytes(32).toString('base64')}`
    const message = { saslContinue: 1, conversationId: 1, payload: Buffer.from(proof), $db: 'admin' }
    expect((await socket.ask(message))['code']).toBe(17)
    const start = {
      saslStart: 1,
      mechanism: 'SCRAM-SHA-256',
      payload: Buffer.from(`n,,n=${user},r=${nonce}`),
      $db: 'admin',
    }
    expect(await socket.ask(start)).toMatchObject({ ok: 1, done: false })
    expect((await socket.ask(message))['code']).toBe(18)
    expect((await socket.ask({ find: 'items', $db: 'secret' }))['code']).toBe(13)
    socket.end()
  })
})

describe('docstore with a host name', () => {
  it('tells its clients that name, under which they reach it', async () => {
    const docstore = await startDocstore({ dataDir: await folder(), host: 'localhost', users })
    started.set('named', { port: docstore.port, stop: () => docstore.close() })
    expect(docstore.uri).toBe(`mongodb://localhost:${docstore.port}/?replicaSet=rs0`)
    const client = await MongoClient.connect(`${docstore.uri}&authSource=admin`, {
      auth: { username: user, password },
    })
    expect(await client.db('admin').command({ hello: 1 })).toMatchObject({ primary: `localhost:${docstore.port}` })
    await client.close()
  })

  it('does not start without users', async () => {
    await expect(startDocstore({ dataDir: await folder(), host: 'localhost' })).rejects.toThrow('only with users')
  })
})

/** A connection that sends commands unchanged. */
class Wire {
  private constructor(private readonly socket: Socket) {}

  static connect(port: number): Promise<Wire> {
    return new Promise((resolve, reject) => {
      const socket = createConnection({ port, host: '127.0.0.1' }, () => resolve(new Wire(socket)))
      socket.once('error', reject)
    })
  }

  ask(command: Document): Promise<Document> {
    const body = serialize(command)
    const head = Buffer.alloc(21)
    head.writeInt32LE(21 + body.length, 0)
    head.writeInt32LE(1, 4)
    head.writeInt32LE(2013, 12)
    this.socket.write(Buffer.concat([head, body]))
    return new Promise((resolve) =>
      this.socket.once('data', (answer: Buffer) => resolve(deserialize(answer.subarray(21)))),
    )
  }

  end(): void {
    this.socket.destroy()
  }
}
