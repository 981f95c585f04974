import { toHex, type Address, type Hash, type Hex } from 'viem'
import * as z from 'zod/mini'
import { NodeFault, NodeRefused, NodeUnavailable } from './node-errors.js'
import {
  classifyRefusedSend,
  classifyRefusedCall,
  type CallResult,
  type GasResult,
  type SendResult,
} from './refusals.js'
import {
  BlockShape,
  DataShape,
  GenesisShape,
  HashShape,
  LogShape,
  Quantity,
  ReceiptShape,
  SmallQuantity,
  type Block,
  type Log,
  type Receipt,
} from './shapes.js'

/** A call as the signer would make it. `to` is null for a deployment; `value` is in wei. */
export interface Call {
  from: Address
  to: Address | null
  data: Hex
  value: bigint
}

/** What this service asks a node. Every method throws NodeUnavailable, NodeRefused or NodeFault. */
export interface ChainNode {
  chainId(): Promise<number>
  genesisHash(): Promise<Hash>
  latestBlock(): Promise<Block>
  /** Returns the block of the chain at this height, or null above the head. */
  blockAt(number: number): Promise<Block | null>
  /** Returns the number of the address's transactions in the chain: the next nonce. */
  transactionCount(address: Address): Promise<number>
  /** Returns the balance in wei. */
  balance(address: Address): Promise<bigint>
  /** Returns the node's suggestion of a tip for each unit of gas, in wei. */
  tipPerGas(): Promise<bigint>
  /** Executes a call on the state after a block, without sending it, and estimates its gas. */
  simulate(call: Call, blockNumber: number): Promise<CallResult>
  estimateGas(call: Call, blockNumber: number): Promise<GasResult>
  /** Broadcasts signed bytes, whose hash is `hash`. */
  send(raw: Hex, hash: Hash): Promise<SendResult>
  receipt(hash: Hash): Promise<Receipt | null>
  /** Returns the logs of a contract from one block to another, both included; with `topics` only those events. */
  logs(address: Address, fromBlock: number, toBlock: number, topics?: readonly Hash[]): Promise<Log[]>
  /** Returns these events of a contract in one block, from its receipts, of which each is a smaller answer. */
  logsOfReceipts(address: Address, number: number, topics: readonly Hash[]): Promise<Log[]>
  /** Returns the code at an address: `0x` without a contract; on the state after a block, by default the newest. */
  code(address: Address, blockNumber?: number): Promise<Hex>
  /** Returns what a function of a contract returns, on the state after a block; by default the newest. `gas` limits it. */
  call(read: { to: Address; data: Hex; gas?: Hex }, blockNumber?: number): Promise<Hex>
}

/** Sends one call to the node and returns its unchecked result. */
export interface Requests {
  request(method: string, ...params: unknown[]): Promise<unknown>
}

/** Asks a node over JSON-RPC and checks the form of each answer. */
export class RpcNode implements ChainNode {
  constructor(private readonly client: Requests) {}

  chainId = () => this.ask(SmallQuantity, 'eth_chainId')

  genesisHash = async () => (await this.ask(GenesisShape, 'eth_getBlockByNumber', '0x0', false)).hash

  latestBlock = () => this.ask(BlockShape, 'eth_getBlockByNumber', 'latest', false)

  async blockAt(number: number): Promise<Block | null> {
    const block = await this.ask(z.nullable(BlockShape), 'eth_getBlockByNumber', toHex(number), false)
    if (block && block.number !== number) throw new NodeFault('SHAPE', 'the node returned a block of another height')
    return block
  }

  transactionCount = (address: Address) => this.ask(SmallQuantity, 'eth_getTransactionCount', address, 'latest')

  balance = (address: Address) => this.ask(Quantity, 'eth_getBalance', address, 'latest')

  tipPerGas = () => this.ask(Quantity, 'eth_maxPriorityFeePerGas')

  code = (address: Address, blockNumber?: number) =>
    this.ask(DataShape, 'eth_getCode', address, blockNumber === undefined ? 'latest' : toHex(blockNumber))

  call = (read: { to: Address; data: Hex; gas?: Hex }, blockNumber?: number) =>
    this.ask(DataShape, 'eth_call', read, blockNumber === undefined ? 'latest' : toHex(blockNumber))

  simulate(call: Call, blockNumber: number): Promise<CallResult> {
    return this.called(async () => {
      await this.ask(DataShape, 'eth_call', parametersOf(call), toHex(blockNumber))
      return { outcome: 'ok' }
    })
  }

  estimateGas(call: Call, blockNumber: number): Promise<GasResult> {
    return this.called(async () => {
      const gas = await this.ask(Quantity, 'eth_estimateGas', parametersOf(call), toHex(blockNumber))
      return { outcome: 'ok', gas }
    })
  }

  async send(raw: Hex, hash: Hash): Promise<SendResult> {
    try {
      const reported = await this.ask(HashShape, 'eth_sendRawTransaction', raw)
      if (reported !== hash) throw new NodeFault('OTHER_HASH', 'the node reported another hash than that of the bytes')
      return 'accepted'
    } catch (error) {
      if (error instanceof NodeRefused) return classifyRefusedSend(error)
      throw error
    }
  }

  async receipt(hash: Hash): Promise<Receipt | null> {
    const receipt = await this.ask(z.nullable(ReceiptShape), 'eth_getTransactionReceipt', hash)
    if (receipt && receipt.transactionHash !== hash)
      throw new NodeFault('FALSE_RECEIPT', 'the node returned the receipt of another transaction')
    return receipt
  }

  async logs(address: Address, fromBlock: number, toBlock: number, topics: readonly Hash[] = []): Promise<Log[]> {
    const range = { address, fromBlock: toHex(fromBlock), toBlock: toHex(toBlock) }
    const filter = { ...range, ...(topics.length > 0 && { topics: [topics] }) }
    const logs = await this.ask(z.array(LogShape), 'eth_getLogs', filter)
    if (topics.length > 0 && !logs.every((log) => topics.includes(log.topics[0]!)))
      throw new NodeFault('FALSE_LOGS', 'the node returned other events than it was asked for')
    return logs
  }

  async logsOfReceipts(address: Address, number: number, topics: readonly Hash[]): Promise<Log[]> {
    const block = await this.blockAt(number)
    const logs: Log[] = []
    for (const hash of block?.transactions ?? []) {
      const receipt = await this.receipt(hash)
      if (receipt?.blockHash !== block?.hash) throw new NodeUnavailable(`block ${number} changed while it was read`)
      logs.push(...receipt!.logs)
    }
    return logs.filter((log) => log.address === address.toLowerCase() && topics.includes(log.topics[0]!))
  }

  private async called<T>(call: () => Promise<T>) {
    try {
      return await call()
    } catch (error) {
      if (error instanceof NodeRefused) return classifyRefusedCall(error)
      throw error
    }
  }

  private async ask<S extends z.ZodMiniType>(shape: S, method: string, ...params: unknown[]): Promise<z.output<S>> {
    const result = z.safeParse(shape, await this.client.request(method, ...params))
    if (!result.success) throw new NodeFault('SHAPE', `the answer to ${method} has not the documented form`)
    return result.data
  }
}

const parametersOf = ({ from, to, data, value }: Call) => ({ from, ...(to && { to }), data, value: toHex(value) })
