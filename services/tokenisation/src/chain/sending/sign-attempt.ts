import { keccak256, recoverAddress, serializeTransaction, type Address } from 'viem'
import { SignerFault, type Signer } from '../signers/signer.js'
import type { Fees } from '../transactions/fees.js'
import type { Attempt, ChainTransaction } from '../transactions/transaction.js'

/** What a signature covers besides the row's own content. */
export interface Envelope {
  chainId: number
  address: Address
  nonce: number
  gas: bigint
  fees: Fees
}

/**
 * Signs a transaction (EIP-1559). Throws SignerFault if the signature is not by `address`, and what the signer throws.
 */
export async function signAttempt(
  signer: Signer,
  row: Pick<ChainTransaction, 'to' | 'data' | 'value'>,
  { chainId, address, nonce, gas, fees }: Envelope,
  at: Date,
): Promise<Attempt> {
  const { maxFeePerGas, maxTipPerGas } = fees
  const unsigned = {
    ...({ type: 'eip1559', chainId, nonce, gas, maxFeePerGas, maxPriorityFeePerGas: maxTipPerGas } as const),
    ...{ to: row.to, data: row.data, value: BigInt(row.value) },
  }
  const hash = keccak256(serializeTransaction(unsigned))
  const signature = await signer.sign(hash)
  const signedBy = await recoverAddress({ hash, signature }).catch(() => undefined)
  if (signedBy?.toLowerCase() !== address) throw new SignerFault('the signature is not by the address of the role')
  const raw = serializeTransaction(unsigned, signature)
  return {
    ...{ hash: keccak256(raw), raw, signedAt: at },
    ...{ maxFeePerGas: String(maxFeePerGas), maxTipPerGas: String(maxTipPerGas) },
  }
}
