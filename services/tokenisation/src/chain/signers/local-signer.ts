import type { Address, Hash, Hex } from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'
import type { EcdsaSignature, Signer } from './signer.js'

/** Signs with a key in memory. Only for LOCAL_MODE. */
export class LocalSigner implements Signer {
  readonly #key: Hex
  readonly #address: Address

  constructor(key: Hex) {
    this.#key = key
    this.#address = privateKeyToAddress(key).toLowerCase() as Address
  }

  async address(): Promise<Address> {
    return this.#address
  }

  async sign(hash: Hash): Promise<EcdsaSignature> {
    const { r, s, yParity } = await sign({ hash, privateKey: this.#key })
    const wide = (number: Hex): Hash => `0x${number.slice(2).padStart(64, '0')}`
    return { r: wide(r), s: wide(s), yParity: yParity === 1 ? 1 : 0 }
  }
}
