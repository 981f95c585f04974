import type { Reached } from './reached.js'
import type { Scheduler } from './scheduler.js'
import type { Turn } from './sim-stores.js'

const STREAM_NOT_FOUND = 10_059
const DUPLICATE_WINDOW_MS = 120_000
const RECREATED_AFTER_MS = 30_000
const ACK_WAIT_MS = 30_000

interface Message {
  seq: number
  msgId: string
  subject: string
  payload: string
  atMs: number
}

export interface BusFaults {
  rejects: number
  /** The server acknowledges messages, and loses the end of its stream before it is on disk. */
  loses: number
  twice: number
  wipes: number
}

/** Takes one delivery; returns true once it was acknowledged. */
export type Receive = (subject: string, payload: string) => Promise<boolean>

/**
 * One stream with one consumer: delivery at least once, in any order, deduplicated for two minutes, with occasional
 * losses.
 */
export class SimBus {
  private messages: Message[] = []
  private lastSeq = 0
  private created = 1
  private isMissing = false
  private readonly seen = new Map<string, Message>()

  constructor(
    private readonly scheduler: Scheduler,
    private readonly faults: BusFaults,
    private readonly reached: Reached,
    private readonly receive: Receive,
  ) {}

  /** Returns the bus as one replica's relay uses it. */
  connect(turn: Turn) {
    return {
      js: {
        publish: async (subject: string, payload: string, { msgID }: { msgID: string }) => {
          await turn('write')
          const ack = this.publish(subject, payload, msgID)
          await turn('write')
          return ack
        },
      },
      jsm: {
        streams: {
          info: async () => {
            await turn('write')
            this.lookUp()
            return { created: String(this.created), state: { last_seq: this.lastSeq } }
          },
        },
      },
      hasOperator: true,
      nc: { isClosed: () => false, isDraining: () => false, publish: () => undefined },
    }
  }

  /** Loses the store of the bus; the operator notices and recreates the stream. */
  async wipe(): Promise<void> {
    if (this.isMissing) return
    this.reached.fault('bus wiped')
    this.isMissing = true
    this.messages = []
    this.seen.clear()
    await this.scheduler.after(RECREATED_AFTER_MS)
    this.isMissing = false
    this.lastSeq = 0
    this.created += 1
  }

  /** Simulates a power failure: the messages acknowledged last are lost. */
  truncate(): void {
    const lost = this.messages.splice(-1 - this.scheduler.chance.below(3))
    if (lost.length === 0) return
    this.reached.fault('bus acks and loses a message')
    for (const { msgId } of lost) this.seen.delete(msgId)
    this.lastSeq = this.messages.at(-1)?.seq ?? 0
  }

  private publish(subject: string, payload: string, msgId: string): { seq: number } {
    this.lookUp()
    if (this.scheduler.chance.hit(this.faults.rejects)) {
      this.reached.fault('bus rejects a message')
      throw new Error('the stream rejected the message')
    }
    const known = this.seen.get(msgId)
    if (known && this.scheduler.nowMs - known.atMs < DUPLICATE_WINDOW_MS) return { seq: known.seq }
    const message = { seq: (this.lastSeq += 1), msgId, subject, payload, atMs: this.scheduler.nowMs }
    this.messages.push(message)
    this.seen.set(msgId, message)
    void this.carry(message)
    if (this.scheduler.chance.hit(this.faults.twice)) {
      this.reached.fault('bus delivers twice')
      void this.carry(message)
    }
    return { seq: message.seq }
  }

  private lookUp(): void {
    if (this.isMissing) throw Object.assign(new Error('stream not found'), { code: STREAM_NOT_FOUND })
  }

  /** Delivers a message until it is acknowledged, or the stream has lost it. */
  private async carry(message: Message): Promise<void> {
    const { scheduler } = this
    await scheduler.after(2_000 * scheduler.chance.next())
    while (this.messages.includes(message)) {
      if (await this.receive(message.subject, message.payload)) return
      await scheduler.after(ACK_WAIT_MS)
    }
  }
}
