import * as z from 'zod/mini'
import { defineRpc } from '../core.js'
import { GATEWAY, serviceNames } from '../services.js'

const HEALTH_TIMEOUT_MS = 1_000

/** Requests which parts of a service (store, bus) do not respond; `missing` is empty when the service is healthy. */
export const healthOf = (service: string) =>
  defineRpc({
    name: `${service}.health`,
    input: z.object({}),
    output: z.object({ missing: z.array(z.string()) }),
    access: 'service',
    callers: [GATEWAY],
    errors: [],
    timeoutMs: HEALTH_TIMEOUT_MS,
  })

/** The health call of each service except the gateway, which makes these calls. */
export const healthCalls = serviceNames.filter((service) => service !== GATEWAY).map(healthOf)
