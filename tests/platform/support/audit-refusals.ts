import { auditedServices } from '@hissa/contracts/audit'
import { defineCursor } from '@hissa/kernel'
import * as z from 'zod/mini'
import type { Refused } from './refusal.js'

const CHAIN = defineCursor('audit.chain', z.tuple([z.number(), z.string(), z.string(), z.string()]))
/** A position that no service has signed. */
const FORGED = CHAIN.encode([7, 'a'.repeat(64), '2026-11-28T10:00:00.000Z', 'A'.repeat(86)])

/** Returns the calls for audit logs that each service rejects for compliance. `send` sends as the user with `userId`. */
export const auditRefusals = (send: (path: string) => Promise<Response>, userId: () => string): Refused[] =>
  auditedServices.flatMap((service): Refused[] => [
    [
      `audit rows of ${service} about the caller`,
      () => send(`/staff/audit?service=${service}&subject=${userId()}`),
      403,
      'OWN_ACCOUNT',
    ],
    [
      `the verification of ${service} from a forged position`,
      () => send(`/staff/audit/verification?service=${service}&cursor=${FORGED}`),
      400,
      'VALIDATION_FAILED',
    ],
  ])
