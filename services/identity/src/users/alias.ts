import type { Keyring } from '../crypto/keyring.js'
import { foldUsername } from '../identifiers/username.js'

/** Returns the keyed digest that identifies the account of an address, however the address is written. */
export const aliasOf = (keys: Keyring, poolId: string, email: string): string =>
  keys.digest('index', poolId, foldUsername(email)).toString('base64url')
