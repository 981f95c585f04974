import { getContractAddress, type Hash } from 'viem'
import type { ChainNode } from '../rpc/chain-node.js'
import { NodeFault } from '../rpc/node-errors.js'
import type { Block, Log, Receipt } from '../rpc/shapes.js'
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

/**
 * Compares the logs of the called contract in a receipt with those of its block: follow-ups act on them, and a receipt that
 * lacks them would make an executed call seem to have had no effect. A reverted call has none. Only the events of `effects`
 * are compared, unless it is empty: strangers can fill a block with others. Throws NodeFault.
 */
export async function checkLogs(
  { node, effects }: { node: Pick<ChainNode, 'logs'>; effects: readonly Hash[] },
  row: ChainTransaction,
  receipt: Receipt,
): Promise<void> {
  if (row.to === null) return
  const { blockNumber, transactionHash: hash } = receipt
  const ofBlock = await node.logs(row.to, blockNumber, blockNumber, effects)
  const inBlock = ofBlock.filter((log) => log.transactionHash === hash)
  const isEffect = ({ topics }: Log) => effects.length === 0 || effects.includes(topics[0]!)
  const inReceipt = receipt.logs.filter((log) => log.address === row.to && isEffect(log))
  const isSame = contentOf(inBlock) === contentOf(inReceipt)
  if (!isSame || (!receipt.status && receipt.logs.length > 0))
    throw new NodeFault('FALSE_RECEIPT', `the receipt of ${row._id} and its block have different logs`)
}

const contentOf = (logs: readonly Log[]): string => {
  const inOrder = logs.toSorted((left, right) => left.logIndex - right.logIndex)
  return JSON.stringify(inOrder.map(({ logIndex, blockHash, topics, data }) => [logIndex, blockHash, topics, data]))
}

/** Returns the address of a deployed contract, which follows from the deployer and its nonce. */
const contractOf = ({ address, nonce }: ChainTransaction) =>
  getContractAddress({ from: address!, nonce: BigInt(nonce!) }).toLowerCase() as `0x${string}`
