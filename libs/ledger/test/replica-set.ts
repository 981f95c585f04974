import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EngineMissing, type Guarded, isListening, onPath, startGuarded } from '@hissa/testing-engines/start'
import { freePorts } from '@hissa/testing-driver/product'
import { until } from '@hissa/testing-helpers'
import { type Document, MongoClient } from 'mongodb'

const NAME = 'three'
const TIMEOUT_MS = 30_000
const SETTINGS = { electionTimeoutMillis: 2_000, heartbeatIntervalMillis: 500, catchUpTimeoutMillis: 0 }

/** Runs a replica set of three real servers in a temporary folder, whose replication a test can stop. */
export class ReplicaSet {
  private constructor(
    readonly uri: string,
    private readonly dir: string,
    private readonly engines: readonly Guarded[],
    private readonly members: readonly MongoClient[],
  ) {}

  /** Starts the servers and initiates the set. Errors: EngineMissing when there is no `mongod` on PATH. */
  static async start(): Promise<ReplicaSet> {
    const command = await onPath('mongod')
    if (!command) throw new EngineMissing('MongoDB was not found: mongod is not on PATH.')
    const dir = await mkdtemp(join(tmpdir(), 'hissa-replica-set-'))
    const ports = await freePorts(3)
    const engines = await Promise.all(ports.map((port) => startMember(command, join(dir, String(port)), port)))
    const allListen = async () => (await Promise.all(ports.map((port) => isListening(port)))).every(Boolean)
    await until(allListen, TIMEOUT_MS, 'every member to listen')
    const members = ports.map((port) => new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`))
    const hosts = ports.map((port) => `127.0.0.1:${port}`)
    const config = { _id: NAME, settings: SETTINGS, members: hosts.map((host, _id) => ({ _id, host })) }
    await members[0]!.db('admin').command({ replSetInitiate: config })
    const set = new ReplicaSet(`mongodb://${hosts.join(',')}/?replicaSet=${NAME}`, dir, engines, members)
    const isComplete = async () => (await set.states()).sort().join() === '1,2,2'
    await until(isComplete, TIMEOUT_MS, 'a primary and two secondaries')
    return set
  }

  /** Stops the two secondaries from fetching more, and resolves once they have. They still vote. */
  async stopReplication(): Promise<void> {
    for (const secondary of await this.inState(2)) {
      await secondary.db('admin').command({ configureFailPoint: 'stopReplProducer', mode: 'alwaysOn' })
    }
    for (const secondary of await this.inState(2)) {
      const hasStopped = async () => {
        const { log } = (await secondary.db('admin').command({ getLog: 'global' })) as { log?: string[] } & Document
        return log!.some((line) => line.includes('stopReplProducer fail point enabled'))
      }
      await until(hasStopped, TIMEOUT_MS, 'a secondary to stop fetching')
    }
  }

  /** Makes every insert fail with `errorCode`, until called with `undefined`. */
  async failInserts(errorCode: number | undefined): Promise<void> {
    const [primary] = await this.inState(1)
    const data = { failCommands: ['insert'], errorCode }
    const failPoint = errorCode === undefined ? { mode: 'off' } : { mode: 'alwaysOn', data }
    await primary!.db('admin').command({ configureFailPoint: 'failCommand', ...failPoint })
  }

  /** Steps the primary down, promotes a secondary in its current state, and resumes replication. */
  async stepDown(): Promise<void> {
    const [primary] = await this.inState(1)
    const [next] = await this.inState(2)
    const command = { replSetStepDown: 60, secondaryCatchUpPeriodSecs: 0, force: true }
    await primary!.db('admin').command(command)
    const isElected = async () => {
      await next!
        .db('admin')
        .command({ replSetStepUp: 1 })
        .catch(() => undefined)
      return (await stateOf(next!)) === 1
    }
    await until(isElected, TIMEOUT_MS, 'the election of the next member')
    for (const member of this.members) {
      await member.db('admin').command({ configureFailPoint: 'stopReplProducer', mode: 'off' })
    }
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.close()))
    await Promise.all(this.engines.map((engine) => engine.stop()))
    await rm(this.dir, { recursive: true, force: true })
  }

  private async inState(state: number): Promise<MongoClient[]> {
    const states = await this.states()
    return this.members.filter((_, index) => states[index] === state)
  }

  private states(): Promise<number[]> {
    return Promise.all(this.members.map(stateOf))
  }
}

async function startMember(command: string, dir: string, port: number): Promise<Guarded> {
  await mkdir(dir)
  const args = ['--replSet', NAME, '--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dir]
  const small = ['--wiredTigerCacheSizeGB', '0.25', '--oplogSize', '16', '--nounixsocket']
  // Failpoints are test commands.
  const test = ['--setParameter', 'enableTestCommands=1']
  return startGuarded({ command, args: [...args, ...small, ...test], logFile: join(dir, 'mongod.log') })
}

/** Returns the member's replication state. 1: primary, 2: secondary. */
async function stateOf(member: MongoClient): Promise<number> {
  const status = await member
    .db('admin')
    .command({ replSetGetStatus: 1 })
    .catch(() => ({ myState: -1 }))
  return (status as { myState: number }).myState
}
