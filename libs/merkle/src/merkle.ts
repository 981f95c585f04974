import { createHash } from 'node:crypto'

/** Bytes of a SHA-256 hash. */
export const HASH_BYTES = 32

const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Returns the hash of an entry: SHA-256 over a zero byte and the entry (RFC 6962 §2.1). */
export const leafHash = (entry: Uint8Array): Buffer => sha256(LEAF, entry)

/** Returns the hash of two subtrees: SHA-256 over a one byte and their hashes (RFC 6962 §2.1). */
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right)

/** The root of a tree without entries: SHA-256 of nothing. */
export const emptyRoot = (): Buffer => sha256()

/**
 * Returns the root of the tree with these leaf hashes, in order. Equal-sized subtrees can stand for their leaves: the
 * roots of consecutive blocks of a power of two, of which the last may be incomplete, give the root of all leaves.
 */
export function rootOf(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return emptyRoot()
  let level = leaves
  while (level.length > 1) level = parentsOf(level)
  return Buffer.from(level[0]!)
}

/**
 * Returns the hashes that prove that the leaf at `index` is in the tree, from its sibling up to the root
 * (RFC 6962 §2.1.1). Errors: RangeError for an index outside the tree.
 */
export function inclusionPath(leaves: readonly Uint8Array[], index: number): Buffer[] {
  assertIndex(index, leaves.length)
  const path: Buffer[] = []
  let [level, at] = [leaves, index]
  while (level.length > 1) {
    const sibling = level[at % 2 === 0 ? at + 1 : at - 1]
    if (sibling) path.push(Buffer.from(sibling))
    level = parentsOf(level)
    at = Math.floor(at / 2)
  }
  return path
}

/**
 * Returns the hashes that prove that a tree begins with its first `size` leaves (RFC 6962 §2.1.2). Empty for the whole
 * tree. Errors: RangeError for a size outside 1 to the number of leaves.
 */
export function consistencyPath(leaves: readonly Uint8Array[], size: number): Buffer[] {
  assertIndex(size - 1, leaves.length)
  return subProof(leaves, size, true)
}

/** `isKnown`: the verifier has the root of the first `size` leaves already. */
function subProof(leaves: readonly Uint8Array[], size: number, isKnown: boolean): Buffer[] {
  if (size === leaves.length) return isKnown ? [] : [rootOf(leaves)]
  const split = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  if (size <= split) return [...subProof(left, size, isKnown), rootOf(right)]
  return [...subProof(right, size - split, false), rootOf(left)]
}

/** Pairs neighbours; a last node without a neighbour moves up unchanged, which is how RFC 6962 splits a tree. */
function parentsOf(level: readonly Uint8Array[]): Uint8Array[] {
  const parents: Uint8Array[] = []
  for (let index = 0; index < level.length; index += 2) {
    const [left, right] = [level[index]!, level[index + 1]]
    parents.push(right ? nodeHash(left, right) : left)
  }
  return parents
}

/** Returns the largest power of two below `size`, which is at least 2. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

function assertIndex(index: number, size: number): void {
  if (!Number.isInteger(index) || index < 0 || index >= size)
    throw new RangeError(`${index} is not a leaf of a tree of ${size}`)
}
