const timeoutMs = 10_000

/** Calls a method of a node and returns its result. Throws Error when the node is unreachable or refuses the call. */
export type ChainRpc = <T>(method: string, ...params: unknown[]) => Promise<T>

/** Returns a client of the JSON-RPC at `url`, for a node that this machine has started. */
export function chainRpc(url: string): ChainRpc {
  return async <T>(method: string, ...params: unknown[]) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
}

/** Returns a quantity as JSON-RPC spells it. */
export const quantity = (value: number | bigint): string => `0x${value.toString(16)}`
