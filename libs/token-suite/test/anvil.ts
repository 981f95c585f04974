import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  type Account,
  type Address,
  BaseError,
  createPublicClient,
  createWalletClient,
  type Hex,
  http,
  type TransactionReceipt,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { decodeSuiteError } from '../src/index.js'

const MNEMONIC = 'test test test test test test test test test test test junk'
const GAS = 16_700_000n
const START_TIMEOUT_MS = 20_000
/** States of blocks that the node keeps: more than any test looks back. */
const STATES = 512
const RECEIPT_MS = 10
const RECEIPT_TRIES = 3_000
const require = createRequire(import.meta.url)

/** Returns the path of a program of Foundry's npm package for this system. */
export function foundryProgram(name: 'anvil' | 'forge'): string {
  const system = process.platform === 'win32' ? 'win32' : process.platform
  const suffix = `${system}-${process.arch === 'x64' ? 'amd64' : process.arch}`
  return require.resolve(`@foundry-rs/${name}-${suffix}/bin/${name}${system === 'win32' ? '.exe' : ''}`)
}

/** Account number `index` of anvil, which has a balance. */
export const accountOf = (index: number) => mnemonicToAccount(MNEMONIC, { addressIndex: index })

/** A local chain with the rules of Osaka, including the limit of gas per transaction. */
export class Chain {
  readonly client
  private readonly wallet

  private constructor(
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {
    const transport = http(url, { timeout: 60_000, retryCount: 0 })
    this.client = createPublicClient({ chain: foundry, transport })
    this.wallet = createWalletClient({ chain: foundry, transport })
  }

  static async start(): Promise<Chain> {
    const folder = await mkdtemp(join(tmpdir(), 'hissa-anvil-'))
    const options = ['--port', '0', '--hardfork', 'osaka', '--enable-tx-gas-limit', '--accounts', '20']
    // By default the states of earlier blocks fill the home folder.
    const states = ['--prune-history', String(STATES), '--cache-path', folder]
    const child = spawn(foundryProgram('anvil'), [...options, ...states], { stdio: ['ignore', 'pipe', 'ignore'] })
    process.once('exit', () => child.kill('SIGKILL'))
    const port = await new Promise<string>((resolve, reject) => {
      let output = ''
      const timer = globalThis.setTimeout(() => reject(new Error(`anvil did not start: ${output}`)), START_TIMEOUT_MS)
      child.once('error', reject)
      child.stdout.on('data', (text) => {
        output = output.slice(-10_000) + text
        const found = /Listening on [\d.]+:(\d+)/.exec(output)?.[1]
        if (!found) return
        clearTimeout(timer)
        resolve(found)
      })
    })
    return new Chain(`http://127.0.0.1:${port}`, child, folder)
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null) {
      const closed = new Promise((done) => this.process.once('close', done))
      this.process.kill('SIGKILL')
      await closed
    }
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Mines a transaction and returns its receipt; throws if it reverted. */
  async send(account: Account, { to, data }: { to?: Address; data: Hex }): Promise<TransactionReceipt> {
    const hash = await this.wallet.sendTransaction({ account, to, data, gas: GAS })
    const receipt = await this.receiptOf(hash)
    if (receipt.status === 'success') return receipt
    throw new Error(`reverted: ${(await this.refusal(account.address, { to, data })) ?? 'without an error'}`)
  }

  /** viem's own wait looks again only at the next block, which this chain mines only for the next transaction. */
  private async receiptOf(hash: Hex): Promise<TransactionReceipt> {
    for (let tries = 0; tries < RECEIPT_TRIES; tries += 1) {
      const found = await this.client.getTransactionReceipt({ hash }).catch(() => undefined)
      if (found) return found
      await setTimeout(RECEIPT_MS)
    }
    throw new Error(`no receipt of ${hash}`)
  }

  /** Mines transactions one after the other. */
  async sendAll(account: Account, calls: readonly { to?: Address; data: Hex }[]): Promise<TransactionReceipt[]> {
    const receipts: TransactionReceipt[] = []
    for (const call of calls) receipts.push(await this.send(account, call))
    return receipts
  }

  /** Returns the name of the error that a call reverts with; undefined if it succeeds. */
  async refusal(sender: Address, { to, data }: { to?: Address; data: Hex }): Promise<string | undefined> {
    try {
      await this.client.call({ account: sender, to, data, gas: GAS })
      return undefined
    } catch (error) {
      const reason = revertData(error)
      return decodeSuiteError(reason)?.name ?? reason
    }
  }
}

/** Returns what a reverted call returned. */
function revertData(error: unknown): Hex {
  if (!(error instanceof BaseError)) throw error
  const cause = error.walk((each) => typeof (each as { data?: unknown }).data === 'string') as { data?: Hex } | null
  return cause?.data ?? '0x'
}
