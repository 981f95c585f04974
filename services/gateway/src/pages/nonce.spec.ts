import { describe, expect, it } from '@jest/globals'
import type * as Nonce from './nonce.js'
import { NONCE_PLACEHOLDER, withNonce } from './nonce.js'

/** Returns a specifier that loads the module once more, as another process does. */
const freshly = (specifier: string) => `${specifier}?again`

describe('nonce placeholder', () => {
  it('differs from process to process, so that no published text can contain it', async () => {
    const { NONCE_PLACEHOLDER: again } = (await import(freshly('./nonce.js'))) as typeof Nonce
    expect(again).not.toBe(NONCE_PLACEHOLDER)
    expect(Buffer.from(again, 'base64url')).toHaveLength(16)
  })

  it('is replaced by a fresh nonce at every occurrence', () => {
    const page = {
      html: `<script nonce="${NONCE_PLACEHOLDER}"></script><script nonce="${NONCE_PLACEHOLDER}"></script>`,
    }
    const [first, second] = [withNonce(page.html), withNonce(page.html)]
    expect(first.html).toBe(`<script nonce="${first.nonce}"></script><script nonce="${first.nonce}"></script>`)
    expect(second.nonce).not.toBe(first.nonce)
  })
})
