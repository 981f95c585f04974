import { systemTiming } from '@hissa/kernel'
import type { Address, Hash } from 'viem'
import type { ChainLimits } from './chain-config.js'
import { isTooMuch, NodeFault } from './rpc/node-errors.js'
import type { ChainNode } from './rpc/chain-node.js'
import type { Block, Log } from './rpc/shapes.js'

/** Remembers which chain the rows are on; `TransactionStore` implements it. */
interface KnownChain {
  chain(found: { chainId: number; genesisHash: Hash }): Promise<{ chainId: number; genesisHash: string }>
}

export interface FollowerOptions {
  /** Wall time in ms since the epoch; by default the system’s. */
  nowMs?: () => number
  /** How long a head is used without asking again. */
  cacheMs?: number
  /** Logs of one request: a range with more is halved, and no block has more. */
  mostLogs?: number
}

/** How long a node may lag. After that, its lower head is treated as a reorganisation. */
const BEHIND_FOR_MS = 300_000
/** A head further above the last one is looked up by its height: a false one would make every later one seem behind. */
const MOST_NEW_BLOCKS = 64
/** Blocks of one request for logs; providers allow from 500 on, and refused ranges are halved. */
const RANGE_BLOCKS = 2_000
const MOST_LOGS = 20_000

/** Knows the head of the chain and which blocks are on it. Never returns what contradicts an earlier answer. */
export class BlockFollower {
  private readonly nowMs: () => number
  private readonly cacheMs: number
  private readonly mostLogs: number
  private last: { block: Block; atMs: number } | undefined
  private asking: Promise<Block> | undefined
  private behindSinceMs: number | undefined
  private genesisHash: string | undefined
  private confirmed: { head: Hash; block: Block } | undefined

  constructor(
    private readonly node: ChainNode,
    private readonly known: KnownChain,
    private readonly limits: ChainLimits,
    options: FollowerOptions = {},
  ) {
    this.nowMs = options.nowMs ?? systemTiming.wallMs
    this.cacheMs = options.cacheMs ?? limits.pollMs / 2
    this.mostLogs = options.mostLogs ?? MOST_LOGS
  }

  /** Returns the last head that was accepted, for metrics. */
  lastHead(): Block | undefined {
    return this.last?.block
  }

  /**
   * Returns the newest block. Throws NodeUnavailable, and NodeFault if the node is on another chain or behind a head
   * that was seen before.
   */
  async head(): Promise<Block> {
    if (this.last && this.nowMs() - this.last.atMs < this.cacheMs) return this.last.block
    this.asking ??= this.readHead().finally(() => {
      this.asking = undefined
    })
    return this.asking
  }

  /** Returns the newest block with the wanted number of blocks on top; the first block on a shorter chain. */
  async confirmedBlock(): Promise<Block> {
    const head = await this.head()
    if (this.confirmed?.head === head.hash) return this.confirmed.block
    const block = await this.node.blockAt(Math.max(head.number - this.limits.confirmations, 0))
    if (!block) throw new NodeFault('BEHIND', 'the node lacks a block below its head')
    this.confirmed = { head: head.hash, block }
    return block
  }

  /** Returns whether the chain has this block at this height. */
  async isCanonical(number: number, hash: Hash): Promise<boolean> {
    return (await this.node.blockAt(number))?.hash === hash
  }

  /**
   * Reads logs of a contract from one block to another, both included, in bounded ranges and in order: those with one of
   * `topics` only, because anyone can make a contract emit some events. `toBlock` may not be above the confirmed block.
   * Throws NodeFault for logs that can't be of these blocks.
   */
  async *logsOf(
    address: Address,
    [fromBlock, toBlock]: readonly [number, number],
    topics: readonly Hash[],
  ): AsyncGenerator<Log[]> {
    const confirmed = await this.confirmedBlock()
    if (toBlock > confirmed.number) throw new RangeError(`block ${toBlock} is above the confirmed ${confirmed.number}`)
    let blocks = RANGE_BLOCKS
    for (let from = fromBlock; from <= toBlock;) {
      const to = Math.min(from + blocks - 1, toBlock)
      const logs = await this.node.logs(address, from, to, topics).catch((error: unknown) => {
        if (!isTooMuch(error)) throw error
        // Anyone can cause more events in one block than a node returns at once.
        return from === to ? this.node.logsOfReceipts(address, from, topics) : null
      })
      if (logs === null || (logs.length > this.mostLogs && from < to)) {
        blocks = Math.ceil((to - from + 1) / 2)
        continue
      }
      await this.checkLogs(logs, address.toLowerCase(), from, to)
      yield logs.sort((left, right) => left.blockNumber - right.blockNumber || left.logIndex - right.logIndex)
      from = to + 1
    }
  }

  private async checkLogs(logs: readonly Log[], address: string, from: number, to: number): Promise<void> {
    const isInRange = (log: Log) => log.blockNumber >= from && log.blockNumber <= to
    if (logs.length > this.mostLogs)
      throw new NodeFault('FALSE_LOGS', 'the node returned more logs than a block can hold')
    if (!logs.every((log) => log.address === address && isInRange(log) && log.removed !== true))
      throw new NodeFault('FALSE_LOGS', 'the node returned logs of another contract or range')
    const hashes = new Map(logs.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]))
    const isOneBlockEach = logs.every(({ blockNumber, blockHash }) => hashes.get(blockNumber) === blockHash)
    const checks = [...hashes].map(([number, hash]) => this.isCanonical(number, hash))
    if (!isOneBlockEach || (await Promise.all(checks)).includes(false))
      throw new NodeFault('FALSE_LOGS', 'the node returned logs of blocks that are not on the chain')
  }

  private async readHead(): Promise<Block> {
    const asked = [this.node.chainId(), this.node.genesisHash(), this.node.latestBlock()] as const
    const [chainId, genesisHash, block] = await Promise.all(asked)
    await this.checkChain(chainId, genesisHash)
    this.checkHeight(block)
    await this.checkJump(block)
    this.last = { block, atMs: this.nowMs() }
    return block
  }

  /** The first block tells apart two chains with one id, such as a local chain before and after its data was deleted. */
  private async checkChain(chainId: number, genesisHash: Hash): Promise<void> {
    const wanted = this.limits.chainId
    if (chainId !== wanted) throw new NodeFault('OTHER_CHAIN', `the node is on chain ${chainId}, not ${wanted}`)
    if (this.genesisHash === undefined) {
      const known = await this.known.chain({ chainId, genesisHash })
      if (known.chainId !== wanted)
        throw new NodeFault('OTHER_CHAIN', `the database belongs to chain ${known.chainId}, not ${wanted}`)
      this.genesisHash = known.genesisHash
    }
    if (genesisHash !== this.genesisHash)
      throw new NodeFault('OTHER_CHAIN', `the node’s chain ${chainId} does not begin with the block that it began with`)
  }

  private async checkJump({ number, hash }: Block): Promise<void> {
    if (this.last && number - this.last.block.number <= MOST_NEW_BLOCKS) return
    if (!(await this.isCanonical(number, hash)))
      throw new NodeFault('FALSE_HEAD', `the node names a head at ${number} that it does not have there`)
  }

  private checkHeight({ number }: Block): void {
    if (!this.last || number >= this.last.block.number) {
      this.behindSinceMs = undefined
      return
    }
    this.behindSinceMs ??= this.nowMs()
    if (this.nowMs() - this.behindSinceMs < BEHIND_FOR_MS)
      throw new NodeFault('BEHIND', `the node’s head went back from ${this.last.block.number} to ${number}`)
    this.behindSinceMs = undefined
  }
}
