import type { Hex } from 'viem'

/** The node gave no usable answer: unreachable, too slow, overloaded, or unreadable. Try again later. */
export class NodeUnavailable extends Error {
  override readonly name = 'NodeUnavailable'

  /** @param isTooMuch whether the answer is too large, or exceeds a limit of the node: ask for less */
  constructor(
    message: string,
    readonly isTooMuch = false,
  ) {
    super(message)
  }
}

/** The node answered with an error of JSON-RPC. `words` may contain calldata, so never log it. */
export class NodeRefused extends Error {
  override readonly name = 'NodeRefused'

  constructor(
    method: string,
    readonly code: number,
    readonly words: string,
    readonly data?: Hex,
  ) {
    super(`${method} was refused with ${code}`)
  }
}

/**
 * What is wrong with a node whose answer contradicts itself, the settings, or what we know:
 * - `SHAPE`: the response does not have the documented form.
 * - `OTHER_CHAIN`: another chain id, or another first block than at the first start.
 * - `BEHIND`: its head is lower than one seen before.
 * - `FALSE_HEAD`: a head that is not on its own chain.
 * - `FALSE_RECEIPT`: a receipt that is not of our transaction, whose block is not on the chain, or whose logs are not those
 *   of its block.
 * - `FALSE_LOGS`: logs of another contract, range or event, or of blocks that are not on the chain.
 * - `FALSE_BALANCE`: no shares at an address that has some by the movements of a token.
 * - `OTHER_HASH`: it reports another hash for the bytes that we sent.
 */
export const NODE_FAULTS = [
  'SHAPE',
  'OTHER_CHAIN',
  'BEHIND',
  'FALSE_HEAD',
  'FALSE_RECEIPT',
  'FALSE_LOGS',
  'FALSE_BALANCE',
  'OTHER_HASH',
] as const
export type NodeFaultCode = (typeof NODE_FAULTS)[number]

/** The node's answer can't be true. It is reported and never acted on. */
export class NodeFault extends Error {
  override readonly name = 'NodeFault'

  constructor(
    readonly fault: NodeFaultCode,
    words: string,
  ) {
    super(words)
  }
}

/** Returns whether an error comes from the node, so that the same work may succeed later or on another node. */
export const isNodeError = (error: unknown): error is NodeUnavailable | NodeRefused | NodeFault =>
  error instanceof NodeUnavailable || error instanceof NodeRefused || error instanceof NodeFault

/** Returns whether the same question about less may be answered: fewer blocks, or another transaction. */
export const isTooMuch = (error: unknown): boolean =>
  error instanceof NodeRefused || (error instanceof NodeUnavailable && error.isTooMuch)
