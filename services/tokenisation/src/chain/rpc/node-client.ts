import { systemTiming, within, type Timing } from '@hissa/kernel'
import { BaseError, http, isHex, RpcRequestError } from 'viem'
import { checkedFetch, UnusableResponse } from './checked-fetch.js'
import { NodeRefused, NodeUnavailable } from './node-errors.js'

/** Limits of the calls to a node. */
export interface ClientLimits {
  /** Time for one attempt, in milliseconds. */
  timeoutMs: number
  /** Attempts after the first, with delays of 150, 300 and 600 ms. */
  retries: number
  /** Time for a call with all its attempts, in milliseconds. */
  deadlineMs: number
  maxBytes: number
  /** Whether calls made together are one HTTP request. Such requests share the limits of any one client of the same URL. */
  isBatched: boolean
}

const RETRY_DELAY_MS = 150
const BATCH_SIZE = 1_000
/** Four hanging attempts of ten seconds would take 41 s, so the deadline ends the call before the last. */
export const CLIENT_LIMITS: ClientLimits = {
  timeoutMs: 10_000,
  retries: 3,
  deadlineMs: 30_000,
  maxBytes: 16 * 2 ** 20,
  isBatched: true,
}

/** Sends JSON-RPC calls to one node. */
export class NodeClient {
  private readonly send: (args: { method: string; params?: unknown }) => Promise<unknown>

  constructor(
    url: string,
    private readonly limits: ClientLimits = CLIENT_LIMITS,
    private readonly timing: Timing = systemTiming,
  ) {
    const { timeoutMs, retries, maxBytes, isBatched } = limits
    const transport = http(url, {
      timeout: timeoutMs,
      retryCount: retries,
      retryDelay: RETRY_DELAY_MS,
      batch: isBatched && { batchSize: BATCH_SIZE, wait: 0 },
      maxResponseBodySize: maxBytes,
      fetchFn: checkedFetch({ timeoutMs, maxBytes, timing }),
    })
    this.send = transport({}).request
  }

  /** Returns the result of a call, unchecked. Throws NodeUnavailable, and NodeRefused for an error of JSON-RPC. */
  async request(method: string, ...params: unknown[]): Promise<unknown> {
    try {
      return await within(this.limits.deadlineMs, this.send({ method, params }), this.timing)
    } catch (error) {
      throw errorOf(method, error)
    }
  }
}

/** Code of providers for too many requests, and for too many results of one request. */
const LIMIT_EXCEEDED = -32_005
/** Code of JSON-RPC for an internal error, and those of providers for too many requests. */
const TEMPORARY = new Set([-32_603, LIMIT_EXCEEDED, -32_007, 429])
const LONGEST_WORDS = 2_000

function errorOf(method: string, error: unknown): Error {
  if (!(error instanceof BaseError)) return new NodeUnavailable(`${method} got no answer in time`)
  const refusal = error.walk((cause) => cause instanceof RpcRequestError)
  if (!(refusal instanceof RpcRequestError))
    return new NodeUnavailable(`${method}: ${error.shortMessage}`, isLarge(error))
  const words = String(refusal.details).slice(0, LONGEST_WORDS).toLowerCase()
  const { code } = refusal
  // Some nodes report the result of an execution as an internal error.
  const data = revertData(refusal.data)
  if (TEMPORARY.has(code) && data === undefined && !/revert|evm error|out of gas/.test(words))
    return new NodeUnavailable(`${method} failed at the node with ${code}`, code === LIMIT_EXCEEDED)
  return new NodeRefused(method, code, words, data)
}

const isLarge = (error: BaseError) =>
  error.walk((cause) => cause instanceof UnusableResponse && cause.isTooLarge) !== null

/** Returns the data of a revert, which nodes send as text or inside an object. */
function revertData(data: unknown) {
  const inner = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data
  return isHex(inner) ? inner : undefined
}
