import { within } from '@hissa/kernel'
import { recoverAddress, type Address, type Hash } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import { publicKeyOf, signatureNumbers } from './der.js'
import { SignerFault, SignerUnavailable, type EcdsaSignature, type Signer } from './signer.js'

/** The two calls of AWS KMS that a signer needs; `KmsClient` implements them with the SDK. */
export interface Kms {
  getPublicKey(keyId: string): Promise<{ publicKey?: Uint8Array; keySpec?: string; keyUsage?: string }>
  sign(keyId: string, digest: Uint8Array): Promise<{ signature?: Uint8Array }>
}

/** More than the SDK's attempts take together. */
export const KMS_DEADLINE_MS = 15_000
const KEY_SPEC = 'ECC_SECG_P256K1'
const KEY_USAGE = 'SIGN_VERIFY'

/** Signs with a key that never leaves AWS KMS. Each signature is checked against the key before it is used. */
export class KmsSigner implements Signer {
  private known: Promise<Address> | undefined

  constructor(
    private readonly kms: Kms,
    private readonly keyId: string,
    private readonly deadlineMs = KMS_DEADLINE_MS,
  ) {}

  /** Returns the address; KMS is asked once, and again after a failure. */
  async address(): Promise<Address> {
    this.known ??= this.readAddress()
    try {
      return await this.known
    } catch (error) {
      this.known = undefined
      throw error
    }
  }

  async sign(hash: Hash): Promise<EcdsaSignature> {
    const address = await this.address()
    const { signature } = await this.asked(this.kms.sign(this.keyId, Buffer.from(hash.slice(2), 'hex')))
    if (!signature) throw new SignerFault('KMS returned no signature')
    const { r, s } = signatureNumbers(signature)
    for (const yParity of [0, 1] as const) {
      // Not every number has a point on the curve, so a recovery may fail.
      const signer = await recoverAddress({ hash, signature: { r, s, yParity } }).catch(() => undefined)
      if (signer?.toLowerCase() === address) return { r, s, yParity }
    }
    throw new SignerFault('the signature of KMS is not by this key')
  }

  private async readAddress(): Promise<Address> {
    const { publicKey, keySpec, keyUsage } = await this.asked(this.kms.getPublicKey(this.keyId))
    if (keySpec !== KEY_SPEC || keyUsage !== KEY_USAGE || !publicKey)
      throw new SignerFault(`the key in KMS is not a key of ${KEY_SPEC} for signing`)
    return publicKeyToAddress(publicKeyOf(publicKey)).toLowerCase() as Address
  }

  /** Turns every error of the SDK, whose text may name keys and accounts, into one that names only its code. */
  private async asked<T>(answer: Promise<T>): Promise<T> {
    try {
      return await within(this.deadlineMs, answer)
    } catch (error) {
      throw new SignerUnavailable(`KMS did not sign: ${(error as Error).name}`)
    }
  }
}
