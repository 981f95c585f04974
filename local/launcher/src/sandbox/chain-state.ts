/** What `/sandbox` shows of the chain. */
export interface ChainState {
  /** The address for wallets and tools; of another provider's RPC only the origin, because its path may hold a key. */
  url: string
  isReachable: boolean
  /** Null while it isn't reachable. */
  chainId: number | null
  blockNumber: number | null
}

const timeoutMs = 1000
const longestAnswer = 10_000
const methods = ['eth_chainId', 'eth_blockNumber']

/**
 * Asks an RPC for its chain id and its last block.
 * @param shownUrl the address that the page shows, if it isn't the one that this process uses
 */
export async function readChain(rpcUrl: string, shownUrl = rpcUrl): Promise<ChainState> {
  const answers = await Promise.all(methods.map((method) => readQuantity(rpcUrl, method)))
  const [chainId = null, blockNumber = null] = answers
  return { url: shownUrl, isReachable: chainId !== null && blockNumber !== null, chainId, blockNumber }
}

async function readQuantity(url: string, method: string): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { result } = JSON.parse(await shortText(response)) as { result?: unknown }
    return typeof result === 'string' && /^0x[0-9a-f]{1,13}$/.test(result) ? Number(result) : null
  } catch {
    return null
  }
}

/** Reads an answer up to a limit, because the RPC may belong to someone else. */
async function shortText({ body }: Response): Promise<string> {
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString('utf8')
    if (text.length > longestAnswer) throw new Error('the answer is too long')
  }
  return text
}
