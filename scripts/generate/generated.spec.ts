import { describe, expect, it } from '@jest/globals'
import { generated } from './generated.js'

describe('files that are made from the manifests', () => {
  it.each(generated().map(({ file, text, current }) => ({ file, text, current })))(
    '$file is current; otherwise run npm run generate',
    ({ text, current }) => {
      expect(current).toBe(text)
    },
  )
})
