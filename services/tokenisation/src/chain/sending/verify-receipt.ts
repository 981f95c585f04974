import { getContractAddress } from 'viem'
import { NodeFault } from '../rpc/node-errors.js'
import type { Block, Receipt } from '../rpc/shapes.js'
import type { ChainTransaction, Inclusion } from '../transactions/transaction.js'

/**
 * Returns where a transaction is on the chain. `block` is the chain's block at the receipt's height. Throws NodeFault if
 * the receipt is not of one of the attempts, or names a block that is not on the chain or lacks the transaction.
 */
export function inclusionOf(row: ChainTransaction, receipt: Receipt, block: Block | null): Inclusion {
  const { transactionHash: hash, blockNumber, blockHash, from, to, status, gasUsed } = receipt
  const fail = (words: string) => {
    throw new NodeFault('FALSE_RECEIPT', `the receipt of ${row._id} ${words}`)
  }
  if (!row.attempts.some((attempt) => attempt.hash === hash)) fail('is of a transaction that was not signed here')
  if (from !== row.address || to !== row.to) fail('names other parties than the transaction')
  if (block?.hash !== blockHash || block.number !== blockNumber) fail('names a block that is not on the chain')
  if (!block?.transactions.includes(hash)) fail('names a block that does not contain it')
  const contract = row.to === null ? contractOf(row) : null
  if (contract !== null && status && receipt.contractAddress !== contract) fail('names another contract')
  if (receipt.logs.some((log) => log.transactionHash !== hash || log.blockHash !== blockHash))
    fail('has logs of another transaction')
  const at = new Date(block!.timestamp * 1_000)
  return { hash, blockNumber, blockHash, at, succeeded: status, gasUsed: String(gasUsed), contract }
}

/** Returns the address of a deployed contract, which follows from the deployer and its nonce. */
const contractOf = ({ address, nonce }: ChainTransaction) =>
  getContractAddress({ from: address!, nonce: BigInt(nonce!) }).toLowerCase() as `0x${string}`
