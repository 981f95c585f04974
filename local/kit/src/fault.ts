import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** A fault of a local part: unreachable, slow, or responding with errors. */
export type FaultMode = 'down' | 'slow' | 'error'

/** Applies a fault to a part until a wall-clock time (epoch milliseconds). */
export class Fault {
  private mode: FaultMode | null = null
  private untilMs = 0

  constructor(private slowMs: number) {}

  /** @param slowMs how long `slow` delays a request from now on, if not as before */
  set(mode: FaultMode | null, untilMs: number, slowMs = this.slowMs): void {
    this.mode = mode
    this.untilMs = untilMs
    this.slowMs = slowMs
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
