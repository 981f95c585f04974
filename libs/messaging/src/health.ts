import { ok } from '@hissa/contracts'
import { healthOf } from '@hissa/contracts/health'
import { within, type Timing } from '@hissa/kernel'
import type { Connection } from '@hissa/persistence'
import { Controller, type Type } from '@nestjs/common'
import type { Bus } from './connection.js'
import type { RpcClient } from './rpc-client.js'
import { Rpc } from './rpc.js'

/** Less than the caller's timeout, so that a part that hangs can be reported. */
const PART_ANSWERS_WITHIN_MS = 700

interface Parts {
  connection: Connection
  bus: Bus
  timing: Timing
}

/** Returns the names of the parts that don't respond. Neither a store nor a bus that hangs delays the response. */
export async function missingParts({ connection, bus, timing }: Parts): Promise<string[]> {
  const parts = { store: () => connection.db!.command({ ping: 1 }), bus: () => bus.nc.flush() }
  const missing = Object.entries(parts).map(([name, ask]) =>
    within(PART_ANSWERS_WITHIN_MS, ask() as Promise<unknown>, timing).then(
      () => [],
      () => [name],
    ),
  )
  return (await Promise.all(missing)).flat()
}

/** Creates the controller of a service's health call. */
export function healthController(service: string, missing: () => Promise<string[]>): Type {
  @Controller()
  class HealthController {
    @Rpc(healthOf(service))
    async health() {
      return ok({ missing: await missing() })
    }
  }
  return HealthController
}

/** Returns a service's missing parts. Errors: SERVICE_UNAVAILABLE or DEADLINE_EXCEEDED when it doesn't respond. */
export const askHealth = async (client: RpcClient, service: string): Promise<string[]> =>
  (await client.call(healthOf(service), {})).missing
