import { systemTiming, wallNow } from '@hissa/kernel'
import type { Connection } from '@hissa/persistence'
import { ROLES, type Role } from './roles.js'
import { TransactionStore } from './transactions/transaction.store.js'

/** What an operator decides on before a role signs again. */
export interface HaltedRole {
  role: Role
  /** Absent if the role is not halted. */
  haltedAt?: Date
  /** The transactions whose nonces were taken; they fail when the role is released. */
  taken: { id: string; kind: string; nonce: number }[]
}

/** Returns the roles that are halted, or the one that is named, in any state. */
export async function listHalted(connection: Connection, named?: Role): Promise<HaltedRole[]> {
  const store = new TransactionStore(connection)
  const signers = await Promise.all(ROLES.map(async (role) => ({ role, signer: await store.signer(role) })))
  const chosen = signers.filter(({ role, signer }) => (named ? role === named : signer?.haltedAt !== undefined))
  return Promise.all(
    chosen.map(async ({ role, signer }) => {
      const rows = (await store.inState(role, 'sent')).filter(({ nonceTakenAt }) => nonceTakenAt !== undefined)
      const taken = rows.map(({ _id: id, kind, nonce }) => ({ id, kind, nonce: nonce! }))
      return { role, ...(signer?.haltedAt && { haltedAt: signer.haltedAt }), taken }
    }),
  )
}

/** Asks the service to release a role. Returns false for a role that has never signed. */
export const requestRelease = (connection: Connection, role: Role): Promise<boolean> =>
  new TransactionStore(connection).requestRelease(role, wallNow(systemTiming))
