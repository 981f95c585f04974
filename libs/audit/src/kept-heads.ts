import type { SignedHead } from './signed-head.js'

const TEXTS = ['service', 'hash', 'at', 'publicKey', 'signature'] as const

/**
 * The signed heads of a service as its log has kept them. `log` is that log, or any part of it that has the lines: what
 * stands before the JSON of a line, other lines and other services' are passed over.
 */
export function keptHeads(log: string, service: string): SignedHead[] {
  return log.split('\n').flatMap((line) => {
    const head = parse(line.slice(Math.max(0, line.indexOf('{'))))
    return isHead(head) && head.service === service ? [{ ...head, at: new Date(head.at) }] : []
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not one of ours
  }
}

function isHead(line: unknown): line is Omit<SignedHead, 'at'> & { at: string } {
  if (typeof line !== 'object' || line === null) return false
  const fields = line as Record<string, unknown>
  const { seq, at } = fields
  const isComplete = Number.isSafeInteger(seq) && TEXTS.every((name) => typeof fields[name] === 'string')
  return isComplete && !Number.isNaN(Date.parse(at as string))
}
