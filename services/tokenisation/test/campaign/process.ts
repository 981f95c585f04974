import type { Running } from '@hissa/kernel'
import { FaultProxy } from '../chain/fault-proxy.js'
import type { Tokenisation } from '../harness.js'
import { MongoGate, type Decision } from './mongo-gate.js'

/** A process of the service that ends at a step: a write to MongoDB, or a call to the node. */
export class Process {
  private running: Running | undefined

  private constructor(
    private readonly gate: MongoGate,
    private readonly node: FaultProxy,
  ) {}

  /** @param decide is asked at each step of the process, by its name */
  static async start(service: Tokenisation, decide: (step: string) => Decision): Promise<Process> {
    let isStarted = false
    const at = (step: string): Decision => {
      if (process.isDead) return 'before'
      return isStarted ? decide(step) : 'pass'
    }
    const gate = await MongoGate.start(service.mongoUri, (write) => at(`store ${write}`))
    const node = await FaultProxy.start(service.proxy.url)
    const process = new Process(gate, node)
    process.endAtCalls(at)
    process.running = await service.bootWith({ settings: { MONGODB_URI: gate.uri, CHAIN_RPC_URL: node.url } })
    isStarted = true
    return process
  }

  get isDead(): boolean {
    return this.gate.isDead
  }

  /** Frees what is left of it. Without a crash before, it ends in order. */
  async stop(): Promise<void> {
    await this.running?.drain().catch((error: unknown) => {
      if (!this.isDead) throw error
    })
    await this.node.stop()
    await this.gate.stop()
  }

  private endAtCalls(at: (step: string) => Decision): void {
    /** Calls whose result must not arrive. */
    const last = new Set<string>()
    this.node.admit = (method) => {
      const decision = at(`node ${method}`)
      if (decision === 'after') last.add(method)
      if (decision === 'before') this.die()
      return decision !== 'before'
    }
    this.node.rewrite = (answer, { method }) => {
      if (!last.has(method)) return this.isDead ? undefined : answer
      this.die()
      return undefined
    }
  }

  private die(): void {
    this.gate.isDead = true
    this.node.fault = { kind: 'down' }
  }
}
