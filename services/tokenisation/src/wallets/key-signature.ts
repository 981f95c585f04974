import { hexToBigInt, isAddressEqual, recoverAddress, size, slice, type Address, type Hash, type Hex } from 'viem'

const BYTES = 65
/** Half the order of secp256k1. The other half has a second signature for each, which wallets don't make (EIP-2). */
const HIGHEST_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const RECOVERY_BYTES: readonly Hex[] = ['0x00', '0x01', '0x1b', '0x1c']

/** Returns whether a hash was signed by the key of an address, in the canonical form: 65 bytes with a low `s`. Pure. */
export async function isSignedByKey(address: Address, hash: Hash, signature: Hex): Promise<boolean> {
  if (size(signature) !== BYTES || !RECOVERY_BYTES.includes(slice(signature, 64))) return false
  const s = hexToBigInt(slice(signature, 32, 64))
  if (s === 0n || s > HIGHEST_S) return false
  const signer = await recoverAddress({ hash, signature }).catch(() => undefined)
  return signer !== undefined && isAddressEqual(signer, address)
}
