import { type Address, encodeAbiParameters, type Hex, keccak256 } from 'viem'

/** Topic of the claim that a trusted issuer has verified a person's identity. */
export const KYC_TOPIC = 1n

/** Key of an address in ERC-734: the hash of the ABI-encoded address. */
export const keyOf = (address: Address): Hex => keccak256(encodeAbiParameters([{ type: 'address' }], [address]))

/** Id of the claim of an issuer on a topic in ERC-735. An identity holds at most one. */
export const claimIdOf = (issuer: Address, topic: bigint): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [issuer, topic]))

/**
 * Returns the 32 bytes that a claim signer signs as a personal message (EIP-191), for example with
 * `account.signMessage({ message: { raw } })`. The claim is about one identity, so its address must be known.
 * @param data commitment to the evidence, such as a salted hash; never personal data
 */
export const claimPayload = ({ identity, topic, data }: { identity: Address; topic: bigint; data: Hex }): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }, { type: 'bytes' }], [identity, topic, data]))
