import { type Hex, keccak256, toBytes } from 'viem'

const ROLE_NAMES = [
  'MINTER',
  'DIRECT_MINTER',
  'TITLE_RECORDER',
  'ENFORCER',
  'PAUSER',
  'REGISTRAR',
  'PROPERTY_DEPLOYER',
  'ANCHOR',
  'CUSTODIAN',
] as const

export type RoleName = (typeof ROLE_NAMES)[number]

/** Ids of the roles that the authority grants, by name. The README says what each may do. */
export const ROLES = Object.fromEntries(ROLE_NAMES.map((name) => [name, keccak256(toBytes(name))])) as Record<
  RoleName,
  Hex
>
