import { LOGGER, TIMING, within, type Logger, type Timing } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import {
  bytesToHex,
  encodeFunctionData,
  hashMessage,
  pad,
  parseAbi,
  toHex,
  type Address,
  type Hash,
  type Hex,
} from 'viem'
import {
  BlockFollower,
  classifyRefusedCall,
  NodeClient,
  NodeRefused,
  RpcNode,
  type ChainNode,
} from '../chain/chain.api.js'
import { isSignedByKey } from './key-signature.js'

/** The node, with tight limits: the contract that it executes is the caller's. */
export const WALLET_NODE = Symbol('WALLET_NODE')

const ABI = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])
/** What a contract returns for its owner's signature (ERC-1271). */
const ACCEPTED = pad('0x1626ba7e', { dir: 'right', size: 32 })
const MOST_GAS = toHex(2_000_000)
const DEADLINE_MS = 6_000
const LIMITS = { timeoutMs: 3_000, retries: 0, deadlineMs: 3_000, maxBytes: 128 * 1_024, isBatched: false }

/** Returns a node for the calls of `VerifySignature`. */
export const openWalletNode = (url: string, timing: Timing): ChainNode =>
  new RpcNode(new NodeClient(url, LIMITS, timing))

/** `unavailable`: the node could not say whether the contract accepts the signature. */
export type Verdict = 'valid' | 'invalid' | 'unavailable'

/** Verifies that a message was signed by the owner of an address: by its key, or as its contract decides (ERC-1271). */
@Injectable()
export class VerifySignature {
  constructor(
    private readonly follower: BlockFollower,
    @Inject(WALLET_NODE) private readonly node: ChainNode,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(TIMING) private readonly timing: Timing,
  ) {}

  async execute({ address, message, signature }: { address: Address; message: string; signature: Hex }) {
    const hash = hashMessage(message)
    if (await isSignedByKey(address, hash, signature)) return 'valid'
    const verdict = within(DEADLINE_MS, this.askContract(address, hash, signature), this.timing)
    return verdict.catch((error: unknown): Verdict => {
      const { name, message: reason } = error as Error
      this.logger.warn({ error: name, reason }, 'the signature of a wallet could not be verified on the chain')
      return 'unavailable'
    })
  }

  private async askContract(address: Address, hash: Hash, signature: Hex): Promise<Verdict> {
    // The head checks which chain the node is on, but may be older than a wallet that was deployed just now.
    await this.follower.head()
    const { number } = await this.node.latestBlock()
    if ((await this.node.code(address, number)) === '0x') return 'invalid'
    if (!(await this.accepts(address, hash, signature, number))) return 'invalid'
    // A contract, or a node, that accepts the signature for any message says nothing about this one.
    const other = bytesToHex(crypto.getRandomValues(new Uint8Array(32)))
    return (await this.accepts(address, other, signature, number)) ? 'invalid' : 'valid'
  }

  private async accepts(to: Address, hash: Hash, signature: Hex, blockNumber: number): Promise<boolean> {
    const data = encodeFunctionData({ abi: ABI, functionName: 'isValidSignature', args: [hash, signature] })
    try {
      return (await this.node.call({ to, data, gas: MOST_GAS }, blockNumber)) === ACCEPTED
    } catch (error) {
      if (!(error instanceof NodeRefused)) throw error
      const { outcome } = classifyRefusedCall(error)
      if (outcome === 'insufficientFunds') throw error
      return false
    }
  }
}
