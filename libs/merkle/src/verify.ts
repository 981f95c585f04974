import { nodeHash } from './merkle.js'

export interface Inclusion {
  /** The leaf's hash. */
  leaf: Uint8Array
  /** The leaf's position, from 0. */
  index: number
  treeSize: number
  /** From the leaf's sibling up to the root. */
  path: readonly Uint8Array[]
  root: Uint8Array
}

/** Returns whether a path proves that a leaf is in the tree with this root (RFC 9162 §2.1.3.2). Never throws. */
export function verifyInclusion({ leaf, index, treeSize, path, root }: Inclusion): boolean {
  if (!isCount(index) || !isCount(treeSize) || index >= treeSize) return false
  let [node, last] = [index, treeSize - 1]
  let hash: Uint8Array = leaf
  for (const sibling of path) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      hash = nodeHash(sibling, hash)
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)]
    } else hash = nodeHash(hash, sibling)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && isSame(hash, root)
}

export interface Consistency {
  first: { size: number; root: Uint8Array }
  second: { size: number; root: Uint8Array }
  path: readonly Uint8Array[]
}

/**
 * Returns whether a path proves that the second tree begins with all leaves of the first (RFC 9162 §2.1.4.2). The first
 * has at least one leaf. Never throws.
 */
export function verifyConsistency({ first, second, path }: Consistency): boolean {
  const isOrdered = isCount(first.size) && isCount(second.size) && first.size >= 1 && first.size <= second.size
  if (!isOrdered) return false
  if (first.size === second.size) return path.length === 0 && isSame(first.root, second.root)
  const hashes = isPowerOfTwo(first.size) ? [first.root, ...path] : [...path]
  let [node, last] = [first.size - 1, second.size - 1]
  while (isOdd(node)) [node, last] = [half(node), half(last)]
  const [start, ...rest] = hashes
  if (!start || path.length === 0) return false
  let [before, after]: [Uint8Array, Uint8Array] = [start, start]
  for (const hash of rest) {
    if (last === 0) return false
    if (isOdd(node) || node === last) {
      ;[before, after] = [nodeHash(hash, before), nodeHash(hash, after)]
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)]
    } else after = nodeHash(after, hash)
    ;[node, last] = [half(node), half(last)]
  }
  return last === 0 && isSame(before, first.root) && isSame(after, second.root)
}

const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0
const isOdd = (value: number) => value % 2 === 1
const half = (value: number) => Math.floor(value / 2)
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

function isPowerOfTwo(value: number): boolean {
  let power = 1
  while (power < value) power *= 2
  return power === value
}
