import { describe, expect, it } from '@jest/globals'
import { generated } from './generated.js'

describe('generated files', () => {
  it.each(generated().map(({ file, text, current }) => ({ file, text, current })))(
    '$file matches the manifests; otherwise run npm run generate',
    ({ text, current }) => {
      expect(current).toBe(text)
    },
  )
})
