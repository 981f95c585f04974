import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** A fault of a local part: unreachable, slow, or responding with errors. */
export type FaultMode = 'down' | 'slow' | 'error'

/** Applies a fault to a part until a wall-clock time (epoch milliseconds). */
export class Fault {
  private mode: FaultMode | null = null
  private untilMs = 0

  constructor(private readonly slowMs: number) {}

  set(mode: FaultMode | null, untilMs: number): void {
    this.mode = mode
    this.untilMs = untilMs
  }

  get current(): FaultMode | null {
    return this.mode !== null && Date.now() < this.untilMs ? this.mode : null
  }

  /**
   * Applies the fault to one request. Returns true when the request must be answered with an error.
   * `down` cuts the connection, as an unreachable host does; `slow` delays the request.
   */
  async apply(reply: FastifyReply): Promise<boolean> {
    if (this.current === 'slow') await delay(this.slowMs)
    if (this.current === 'down') {
      reply.hijack()
      reply.raw.destroy()
    }
    return this.current === 'error'
  }
}
