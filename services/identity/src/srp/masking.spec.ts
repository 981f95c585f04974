import { describe, expect, it } from '@jest/globals'
import { Keyring } from '../crypto/keyring.js'
import { Masking } from './masking.js'

const masking = new Masking(new Keyring(Buffer.alloc(32, 7)), 'ap-southeast-1_HissaLocal')

describe('the placeholder of an unknown name', () => {
  it('has the same salt and user id each time, ignoring case', () => {
    expect(masking.placeholderFor('Nobody@Hissa.test ')).toEqual(masking.placeholderFor('nobody@hissa.test'))
    expect(masking.placeholderFor('nobody@hissa.test').userId).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(masking.placeholderFor('nobody@hissa.test').salt).toHaveLength(16)
  })

  it('is also found by its user id, like a real user', () => {
    const byAddress = masking.placeholderFor('nobody@hissa.test')
    expect(masking.placeholderFor(byAddress.userId)).toEqual(byAddress)
    expect(masking.placeholderFor(byAddress.userId.toUpperCase())).toEqual(byAddress)
  })

  it('differs from other names, pools and installations', () => {
    const elsewhere = new Masking(new Keyring(Buffer.alloc(32, 8)), 'ap-southeast-1_HissaLocal')
    const otherPool = new Masking(new Keyring(Buffer.alloc(32, 7)), 'ap-southeast-1_Other')
    const ids = [masking, elsewhere, otherPool].map((mask) => mask.placeholderFor('nobody@hissa.test').userId)
    expect(new Set([...ids, masking.placeholderFor('somebody@hissa.test').userId]).size).toBe(4)
  })
})
