import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

export type FaultMode = 'down' | 'slow' | 'error'

/** A switch that makes a part misbehave until a wall-clock time (epoch milliseconds). */
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
   * Applies the fault to one request. Returns true when the request is to be answered with an error.
   * `down` cuts the connection, as a host that is gone does; `slow` waits before going on.
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
