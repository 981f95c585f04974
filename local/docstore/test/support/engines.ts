import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '@hissa/testing-engines/start'
import { MongoClient } from 'mongodb'
import { startDocstore } from '../../src/index.js'

/** An engine under test, connected. */
export interface Engine {
  name: 'docstore' | 'mongod'
  uri: string
  client: MongoClient
  stop(): Promise<void>
}

export async function startEmbedded(): Promise<Engine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docstore-'))
  const store = await startDocstore({ dataDir })
  const client = await MongoClient.connect(store.uri)
  const stop = async () => {
    await client.close()
    await store.close()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { name: 'docstore', uri: store.uri, client, stop }
}

/** Starts or connects to a real server to compare with: COMPARE_MONGODB_URI, else a `mongod` on PATH, else none. */
export async function startReal(): Promise<Engine | undefined> {
  const given = process.env.COMPARE_MONGODB_URI
  if (given) {
    const client = await MongoClient.connect(given)
    return { name: 'mongod', uri: given, client, stop: () => client.close() }
  }
  const folders = (process.env.PATH ?? '').split(delimiter)
  const binary = folders.map((folder) => join(folder, 'mongod')).find(existsSync)
  return binary === undefined ? undefined : startMongod(binary)
}

async function startMongod(binary: string): Promise<Engine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'mongod-'))
  const port = await freePort()
  const args = ['--replSet', 'rs0', '--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dataDir]
  const server = spawn(binary, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  await listening(server)
  const direct = await MongoClient.connect(`mongodb://127.0.0.1:${port}/?directConnection=true`)
  const members = [{ _id: 0, host: `127.0.0.1:${port}` }]
  await direct.db('admin').command({ replSetInitiate: { _id: 'rs0', members } })
  await direct.close()
  const uri = `mongodb://127.0.0.1:${port}/?replicaSet=rs0`
  const client = await MongoClient.connect(uri)
  const stop = async () => {
    await client.close()
    const exited = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await exited
    await rm(dataDir, { recursive: true, force: true })
  }
  return { name: 'mongod', uri, client, stop }
}

function listening(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    server.once('exit', (code) => reject(new Error(`mongod ended with ${String(code)}: ${log.slice(-500)}`)))
    server.stdout?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-20_000)
      if (/Waiting for connections/i.test(log)) resolve()
    })
  })
}
