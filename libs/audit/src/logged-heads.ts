import type { SignedHead } from './signed-head.js'

const TEXTS = ['service', 'hash', 'at', 'publicKey', 'signature'] as const

/**
 * Parses the signed heads of a service from its log output. Text before the JSON of a line, other lines and those of
 * other services are ignored; a head that more than one replica logged is returned once.
 */
export function loggedHeads(log: string, service: string): SignedHead[] {
  const heads = log.split('\n').flatMap((line) => {
    const head = parse(line.slice(Math.max(0, line.indexOf('{'))))
    return isHead(head) && head.service === service ? [{ ...head, at: new Date(head.at) }] : []
  })
  const distinct = new Map(
    heads.map((head) => [JSON.stringify([head.seq, head.hash, head.at, head.publicKey, head.signature]), head]),
  )
  return [...distinct.values()]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not a line of JSON
  }
}

function isHead(line: unknown): line is Omit<SignedHead, 'at'> & { at: string } {
  if (typeof line !== 'object' || line === null) return false
  const fields = line as Record<string, unknown>
  const { seq, at } = fields
  const isComplete = Number.isSafeInteger(seq) && TEXTS.every((name) => typeof fields[name] === 'string')
  return isComplete && !Number.isNaN(Date.parse(at as string))
}
