import type { Kms } from './kms-signer.js'

export interface KmsSettings {
  region?: string
  endpoint?: string
  /** Multiplies the time that the SDK waits (see `DEADLINE_FACTOR`). */
  factor?: number
}

const ATTEMPTS = 3
const CONNECT_MS = 2_000
const REQUEST_MS = 4_000

/**
 * Opens AWS KMS with the SDK's default chain of credentials: environment, web identity of a Kubernetes service account,
 * pod identity, instance role. The SDK is loaded here, so that a service with local keys never loads it.
 */
export async function openKms({ region, endpoint, factor = 1 }: KmsSettings): Promise<Kms> {
  const { GetPublicKeyCommand, KMSClient, SignCommand } = await import('@aws-sdk/client-kms')
  const client = new KMSClient({
    ...(region && { region }),
    ...(endpoint && { endpoint }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      ...{ connectionTimeout: CONNECT_MS * factor, requestTimeout: REQUEST_MS * factor },
      throwOnRequestTimeout: true,
    },
  })
  return {
    async getPublicKey(keyId) {
      const { PublicKey, KeySpec, KeyUsage } = await client.send(new GetPublicKeyCommand({ KeyId: keyId }))
      return { publicKey: PublicKey, keySpec: KeySpec, keyUsage: KeyUsage }
    },
    async sign(keyId, digest) {
      const { Signature } = await client.send(
        new SignCommand({ KeyId: keyId, Message: digest, MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' }),
      )
      return { signature: Signature }
    },
  }
}
