import { describe, expect, it } from '@jest/globals'
import { explorerPage, shortHash, transactionPath } from './chain.js'

describe('shortHash', () => {
  it('returns the ends of a hash, and a short text as it is', () => {
    expect(shortHash(`0x1a2b${'0'.repeat(56)}9f0e`)).toBe('0x1a2b…9f0e')
    expect(shortHash('0x1a2b9f0e')).toBe('0x1a2b9f0e')
  })
})

describe('explorerPage', () => {
  it('returns the page of an address or a transaction, with or without a slash at the end of the explorer’s address', () => {
    for (const explorerUrl of ['https://polygonscan.com', 'https://polygonscan.com/'])
      expect(explorerPage({ explorerUrl }, 'tx', '0xab')).toBe('https://polygonscan.com/tx/0xab')
  })

  it('returns none for a chain without an explorer, or with an address that a browser would run', () => {
    for (const explorerUrl of [null, '', 'javascript:alert(1)//', 'data:text/html,x'])
      expect(explorerPage({ explorerUrl }, 'address', '0xab')).toBeUndefined()
  })
})

describe('transactionPath', () => {
  it('is below the token’s path', () => {
    expect(transactionPath('a b', '0xab')).toBe('/tokenization/a%20b/transactions/0xab')
  })
})
