import * as z from 'zod/mini'
import { defineRpc } from '../core.js'
import { FACE, serviceNames } from '../services.js'

const HEALTH_TIMEOUT_MS = 1_000

/** Asks a service which of its parts (store, bus) do not answer; `missing` is empty when it can do its work. */
export const healthOf = (service: string) =>
  defineRpc({
    name: `${service}.health`,
    input: z.object({}),
    output: z.object({ missing: z.array(z.string()) }),
    access: 'service',
    callers: [FACE],
    errors: [],
    timeoutMs: HEALTH_TIMEOUT_MS,
  })

/** The health call of each service but the gateway, which asks. */
export const healthCalls = serviceNames.filter((service) => service !== FACE).map(healthOf)
