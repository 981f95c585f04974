import { describe, expect, it } from '@jest/globals'
import { EngineMissing } from '../find.js'
import { findAnvil } from './program.js'

describe('findAnvil', () => {
  it('names what helps on a system without a program', async () => {
    const path = process.env['PATH']
    process.env['PATH'] = ''
    try {
      const error = await findAnvil('plan9', 'mips').catch((failure: unknown) => failure as Error)
      expect(error).toBeInstanceOf(EngineMissing)
      expect((error as Error).message).toMatch(/plan9, mips[\s\S]*PATH[\s\S]*CHAIN_RPC_URL/)
    } finally {
      process.env['PATH'] = path
    }
  })
})
