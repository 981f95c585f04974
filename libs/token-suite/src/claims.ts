import { type Address, encodeAbiParameters, type Hex, keccak256 } from 'viem'

/** Topic of the claim that a trusted issuer has verified a person's identity. */
export const KYC_TOPIC = 1n

/** Key of an address in ERC-734: the hash of the ABI-encoded address. */
export const keyOf = (address: Address): Hex => keccak256(encodeAbiParameters([{ type: 'address' }], [address]))

/** Id of the claim of an issuer on a topic in ERC-735. An identity holds at most one. */
export const claimIdOf = (issuer: Address, topic: bigint): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [issuer, topic]))

interface ClaimContent {
  identity: Address
  topic: bigint
  /** Commitment to the evidence, such as a salted hash; never personal data. */
  data: Hex
  /** `claimEpoch` of the issuer: how often claims about the identity on the topic have been revoked; by default 0. */
  epoch?: bigint
}

/**
 * Returns the 32 bytes that a claim signer signs as a personal message (EIP-191), for example with
 * `account.signMessage({ message: { raw } })`. The claim is about one identity, so its address must be known.
 */
export function claimPayload({ identity, topic, data, epoch = 0n }: ClaimContent): Hex {
  const types = [{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }] as const
  // Other tools know claims without an epoch.
  if (epoch === 0n) return keccak256(encodeAbiParameters(types, [identity, topic, data]))
  return keccak256(encodeAbiParameters([...types, { type: 'uint256' }], [identity, topic, data, epoch]))
}
