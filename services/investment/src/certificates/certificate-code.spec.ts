import { describe, expect, it } from '@jest/globals'
import { certificateKey, codeOf, isGenuine, isName } from './certificate-code.js'

const key = certificateKey(Buffer.alloc(32, 7))
const place = { sequence: 12, index: 3 }
const code = codeOf(key, place, 'Amal Al Suwaidi')

describe('a certificate’s code', () => {
  it('is the same for the same entry and name', () => {
    expect(code).toMatch(/^[0-9a-f]{32}$/)
    expect(codeOf(key, place, 'Amal Al Suwaidi')).toBe(code)
  })

  it('is genuine only for its entry and with our key', () => {
    expect(isGenuine(key, place, code)).toBe(true)
    expect(isGenuine(key, { ...place, index: 4 }, code)).toBe(false)
    expect(isGenuine(key, { ...place, sequence: 13 }, code)).toBe(false)
    expect(isGenuine(certificateKey(Buffer.alloc(32, 8)), place, code)).toBe(false)
  })

  it.each(['amal al suwaidi', '  Amal   Al Suwaidi ', 'AMAL AL SUWAIDI'])(
    'confirms the name written as "%s"',
    (name) => {
      expect(isName(key, place, code, name)).toBe(true)
    },
  )

  it('confirms no other name, and no name for another entry', () => {
    expect(isName(key, place, code, 'Amal Al Suweidi')).toBe(false)
    expect(isName(key, { ...place, index: 4 }, code, 'Amal Al Suwaidi')).toBe(false)
  })
})
