import { describe, expect, it } from '@jest/globals'
import { mask } from './mask.js'

describe('mask', () => {
  it.each([
    ['Where is HS-AAAA0001?', 'Where is #?'],
    ['my card 4111 1111-1111', 'my card # #'],
    ['write to anna.k@example.test please', 'write to *** please'],
    ['wallet 0xAbCdef0123456789', 'wallet ***'],
    ['see https://evil.test/a?b=c now', 'see *** now'],
    ['رقم هاتفي ٠٥٠١٢٣٤٥٦٧', 'رقم هاتفي #'],
    ['AED 2,000.50', 'AED #'],
    ['how does it work', 'how does it work'],
  ])('turns %s into %s', (text, masked) => expect(mask(text)).toBe(masked))
})
