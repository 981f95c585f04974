import { describe, expect, it } from '@jest/globals'
import { Keyring } from '../crypto/keyring.js'
import { Masking } from './masking.js'

const masking = new Masking(new Keyring(Buffer.alloc(32, 7)), 'ap-southeast-1_HissaLocal')

describe('a name that nobody has', () => {
  it('always has the same salt and user id, in any case', () => {
    expect(masking.standIn('Nobody@Hissa.test ')).toEqual(masking.standIn('nobody@hissa.test'))
    expect(masking.standIn('nobody@hissa.test').userId).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(masking.standIn('nobody@hissa.test').salt).toHaveLength(16)
  })

  it('is the same by the user id it was given, as a real one is', () => {
    const byAddress = masking.standIn('nobody@hissa.test')
    expect(masking.standIn(byAddress.userId)).toEqual(byAddress)
    expect(masking.standIn(byAddress.userId.toUpperCase())).toEqual(byAddress)
  })

  it('differs from other names, pools and installations', () => {
    const elsewhere = new Masking(new Keyring(Buffer.alloc(32, 8)), 'ap-southeast-1_HissaLocal')
    const otherPool = new Masking(new Keyring(Buffer.alloc(32, 7)), 'ap-southeast-1_Other')
    const ids = [masking, elsewhere, otherPool].map((mask) => mask.standIn('nobody@hissa.test').userId)
    expect(new Set([...ids, masking.standIn('somebody@hissa.test').userId]).size).toBe(4)
  })
})
