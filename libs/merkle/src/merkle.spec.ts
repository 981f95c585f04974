import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { consistencyPath, emptyRoot, inclusionPath, leafHash, nodeHash, rootOf } from './merkle.js'
import { verifyConsistency, verifyInclusion } from './verify.js'

/** The eight entries that implementations of Certificate Transparency are tested with, in hexadecimal. */
const ENTRIES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']

/** The root of the first n of them, from n = 1. Computed by a separate program from the recursive definition. */
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')
const leaves = ENTRIES.map((entry) => leafHash(Buffer.from(entry, 'hex')))
const numbered = (size: number) => Array.from({ length: size }, (_, index) => leafHash(Buffer.from(String(index))))

describe('rootOf', () => {
  it.each(ROOTS.map((root, index) => [index + 1, root] as const))(
    'matches the reference vector of %d entries, %s',
    (size, root) => {
      expect(hex(rootOf(leaves.slice(0, size)))).toBe(root)
    },
  )

  it('returns the hash of nothing for no entries', () => {
    expect(hex(rootOf([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(rootOf([])).toEqual(emptyRoot())
  })

  it('distinguishes an entry from a pair of subtrees with the same bytes', () => {
    const [left, right] = [leaves[0]!, leaves[1]!]
    expect(leafHash(Buffer.concat([left, right]))).not.toEqual(nodeHash(left, right))
  })

  it('returns another root for any change of an entry, of their order and of their number', () => {
    const changed = numbered(7).with(4, leafHash(Buffer.from('x')))
    const swapped = numbered(7).with(0, numbered(7)[1]!).with(1, numbered(7)[0]!)
    const roots = [numbered(7), changed, swapped, numbered(6), numbered(8)].map((some) => hex(rootOf(some)))
    expect(new Set(roots).size).toBe(5)
  })

  it('returns the root of the roots of blocks of a power of two', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), fc.constantFrom(1, 2, 8, 64), (size, block) => {
        const all = numbered(size)
        const starts = Array.from({ length: Math.ceil(size / block) }, (_, index) => index * block)
        expect(rootOf(starts.map((at) => rootOf(all.slice(at, at + block))))).toEqual(rootOf(all))
      }),
    )
  })
})

describe('an inclusion path', () => {
  it.each([
    [
      ...[0, 8],
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      ...[5, 8],
      [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [...[2, 3], ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
    [
      ...[1, 5],
      [
        '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
  ] as Array<[number, number, string[]]>)('of leaf %d of %d reference entries is known', (index, size, path) => {
    expect(inclusionPath(leaves.slice(0, size), index).map(hex)).toEqual(path)
  })

  it('proves its leaf, and no other leaf, position, size or root', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), (size, draw) => {
        const [all, index] = [numbered(size), draw % size]
        const proof = { leaf: all[index]!, index, treeSize: size, path: inclusionPath(all, index), root: rootOf(all) }
        expect(verifyInclusion(proof)).toBe(true)
        expect(verifyInclusion({ ...proof, leaf: leafHash(Buffer.from('x')) })).toBe(false)
        expect(verifyInclusion({ ...proof, root: leafHash(Buffer.from('x')) })).toBe(false)
        expect(verifyInclusion({ ...proof, path: [...proof.path, all[0]!] })).toBe(false)
        expect(verifyInclusion({ ...proof, index: size })).toBe(false)
        if (size === 1) return
        expect(verifyInclusion({ ...proof, index: (index + 1) % size })).toBe(false)
        expect(verifyInclusion({ ...proof, path: proof.path.slice(1) })).toBe(false)
        expect(verifyInclusion({ ...proof, path: [leafHash(Buffer.from('x')), ...proof.path.slice(1)] })).toBe(false)
      }),
    )
  })

  it.each([-1, 8, 0.5, NaN])('does not exist for leaf %d of 8', (index) => {
    expect(() => inclusionPath(leaves, index)).toThrow(RangeError)
    const proof = { leaf: leaves[0]!, path: inclusionPath(leaves, 0), root: rootOf(leaves) }
    expect(verifyInclusion({ ...proof, index, treeSize: 8 })).toBe(false)
  })
})

describe('a consistency path', () => {
  it.each([
    [
      ...[1, 8],
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      ...[6, 8],
      [
        '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [
      ...[2, 5],
      [
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
  ] as Array<[number, number, string[]]>)('from %d to %d reference entries is known', (first, size, path) => {
    expect(consistencyPath(leaves.slice(0, size), first).map(hex)).toEqual(path)
  })

  it('proves that a tree begins with another one, and nothing else', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(), (size, draw) => {
        const [all, first] = [numbered(size), 1 + (draw % size)]
        const proof = {
          first: { size: first, root: rootOf(all.slice(0, first)) },
          second: { size, root: rootOf(all) },
          path: consistencyPath(all, first),
        }
        const other = leafHash(Buffer.from('x'))
        expect(verifyConsistency(proof)).toBe(true)
        expect(verifyConsistency({ ...proof, first: { size: first, root: other } })).toBe(false)
        expect(verifyConsistency({ ...proof, second: { size, root: other } })).toBe(false)
        expect(verifyConsistency({ ...proof, path: [...proof.path, other] })).toBe(false)
        if (proof.path.length > 0) expect(verifyConsistency({ ...proof, path: proof.path.slice(1) })).toBe(false)
      }),
    )
  })

  it('does not exist from an empty tree, or from a larger one', () => {
    expect(() => consistencyPath(leaves, 0)).toThrow(RangeError)
    expect(() => consistencyPath(leaves, 9)).toThrow(RangeError)
    const [first, second] = [
      { size: 0, root: emptyRoot() },
      { size: 8, root: rootOf(leaves) },
    ]
    expect(verifyConsistency({ first, second, path: [] })).toBe(false)
    expect(verifyConsistency({ first: second, second: { ...second, size: 7 }, path: [] })).toBe(false)
  })
})
