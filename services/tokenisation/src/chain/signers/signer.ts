import type { Address, Hash } from 'viem'

/** A signature on secp256k1 with a low `s` (EIP-2); each number has 32 bytes. */
export interface EcdsaSignature {
  r: Hash
  s: Hash
  /** Which of the two possible public keys signed. */
  yParity: 0 | 1
}

/** Holds one key. Throws SignerUnavailable while the key can't be used, and SignerFault if it answers wrongly. */
export interface Signer {
  /** Returns the address of the key. */
  address(): Promise<Address>
  /** Signs 32 bytes as they are. */
  sign(hash: Hash): Promise<EcdsaSignature>
}

/** The key store is unreachable, too slow, or limits the rate. Try again later. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable'
}

/** The key store's answer can't be true or refers to another key. It is never used. */
export class SignerFault extends Error {
  override readonly name = 'SignerFault'
}
