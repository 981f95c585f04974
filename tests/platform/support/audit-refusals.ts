import { auditedServices } from '@hissa/contracts/audit'
import type { Refused } from './refusal.js'

/** A position that no service has signed. */
const POSITION = [7, 'a'.repeat(64), '2026-11-28T10:00:00.000Z', 'A'.repeat(86)]
const FORGED = Buffer.from(JSON.stringify(['audit.chain', POSITION])).toString('base64url')

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
