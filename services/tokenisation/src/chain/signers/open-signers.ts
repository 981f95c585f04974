import { roleKeyOf, type ChainConfig } from '../chain-config.js'
import { ROLES, type Role } from '../roles.js'
import { openKms } from './kms-client.js'
import { KMS_DEADLINE_MS, KmsSigner, type Kms } from './kms-signer.js'
import { LocalSigner } from './local-signer.js'
import type { Signer } from './signer.js'

export type Signers = Readonly<Record<Role, Signer>>

/** Returns the signer of each role, as configured. Connects to nothing: keys are read when they are first used. */
export function openSigners(config: ChainConfig): Signers {
  let opened: Promise<Kms> | undefined
  const factor = config.DEADLINE_FACTOR
  const settings = { region: config.CHAIN_KMS_REGION, endpoint: config.CHAIN_KMS_ENDPOINT, factor }
  const kms = () => (opened ??= openKms(settings))
  const lazyKms: Kms = {
    getPublicKey: async (keyId) => (await kms()).getPublicKey(keyId),
    sign: async (keyId, digest) => (await kms()).sign(keyId, digest),
  }
  const signerOf = (role: Role): Signer => {
    const key = roleKeyOf(config, role)
    return 'kms' in key ? new KmsSigner(lazyKms, key.kms, KMS_DEADLINE_MS * factor) : new LocalSigner(key.local)
  }
  return Object.fromEntries(ROLES.map((role) => [role, signerOf(role)])) as Signers
}
