import { quantity, type ChainRpc } from './rpc.js'
import { saveState } from './state-file.js'

/** Empty blocks that follow each transaction, so that it is confirmed at any depth that a local service waits for. */
export const confirmingBlocks = 16
const intervalMs = 1000
/** A chain without transactions still gets a block in this time, because calls run at the time of the last block. */
const longestPauseMs = 600_000

interface Block {
  hash: string
  parentHash: string
  timestamp: string
  transactions: readonly string[]
}

interface Kept {
  /** The last block that was seen; another one means that a transaction was mined or blocks were replaced. */
  seen?: string
  saved?: string
  remaining: number
}

/** Keeps a chain until it is stopped. */
export interface ChainKeeper {
  /** Saves the chain once more. */
  stop(): Promise<void>
  /** Ends it without saving, because the node has exited. */
  end(): void
}

/**
 * Looks at the chain every second: mines one of the blocks that confirm recent transactions, and saves a chain that has
 * changed. An idle chain gets six blocks an hour, so the file grows by about 250 kB a day; with a block every second it
 * would grow by 150 MB and be rewritten all the time.
 */
export function keepChain(rpc: ChainRpc, dir: string, everyMs = intervalMs): ChainKeeper {
  const kept: Kept = { remaining: 0 }
  let queue: Promise<unknown> = Promise.resolve()
  // A call that fails, because the node is paused or exits, is repeated with the next look.
  const look = () => (queue = queue.then(() => lookAt(rpc, dir, kept)).catch(() => undefined))
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look().finally(() => (isLooking = false))
  }, everyMs)
  const end = () => clearInterval(timer)
  return {
    end,
    stop: async () => {
      end()
      await queue
      await saveState(rpc, dir)
    },
  }
}

async function lookAt(rpc: ChainRpc, dir: string, kept: Kept): Promise<void> {
  let head = await latestBlock(rpc)
  if (head.hash !== kept.seen) kept.remaining = confirmingBlocks
  if (kept.remaining === 0 && Date.now() - Number(head.timestamp) * 1000 > longestPauseMs) kept.remaining = 1
  if (kept.remaining > 0) {
    const before = head
    await rpc('evm_mine')
    head = await latestBlock(rpc)
    const isOurs = head.parentHash === before.hash && head.transactions.length === 0
    kept.remaining = isOurs ? kept.remaining - 1 : confirmingBlocks
  }
  kept.seen = head.hash
  if (kept.saved === kept.seen) return
  await saveState(rpc, dir)
  kept.saved = kept.seen
}

const latestBlock = (rpc: ChainRpc) => rpc<Block>('eth_getBlockByNumber', 'latest', false)

const etherWei = 10n ** 18n
const leastWei = 1_000n * etherWei
const fullWei = 10_000n * etherWei

/** Gives each account 10,000 ether unless it has more than 1,000. Addresses are 20 bytes in hexadecimal with prefix. */
export async function fundAccounts(rpc: ChainRpc, accounts: readonly string[]): Promise<void> {
  for (const account of accounts) {
    const balanceWei = BigInt(await rpc<string>('eth_getBalance', account, 'latest'))
    if (balanceWei < leastWei) await rpc('anvil_setBalance', account, quantity(fullWei))
  }
}
