/** Methods of the standard that read a chain or submit a signed transaction. */
const standard = /^(net_|web3_|eth_(?!sendTransaction$|sendUnsignedTransaction$|sign))/

interface Call {
  method?: unknown
}

/**
 * Returns whether a web page may make these calls. A page of any origin can reach the loopback of its visitor, so it may
 * not use the methods with which anvil changes a chain at will. Programs of this machine send no origin and may.
 * @param body one JSON-RPC call or a batch
 */
export function mayPageCall(body: Buffer): boolean {
  try {
    const calls = [JSON.parse(body.toString('utf8')) as Call | Call[]].flat()
    return calls.every(({ method }) => typeof method === 'string' && standard.test(method))
  } catch {
    return false
  }
}
