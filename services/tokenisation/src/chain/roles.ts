/**
 * The roles that sign transactions. Each has a separate key, and with it a separate address and nonce, so that one key
 * that leaks or runs out of funds affects one kind of work only.
 */
export const ROLES = ['deployer', 'minter', 'enforcer', 'registrar', 'titler', 'anchor', 'verifier'] as const
export type Role = (typeof ROLES)[number]

export const isRole = (name: string): name is Role => (ROLES as readonly string[]).includes(name)
