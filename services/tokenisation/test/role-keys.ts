import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ROLES, type Role } from '../src/chain/roles.js'
import { testKey } from './chain/anvil.js'

export const keyOf = (role: Role): Hex => testKey(0xabc000 + ROLES.indexOf(role))
export const accountOf = (role: Role) => privateKeyToAccount(keyOf(role))
