import { describe, expect, it } from '@jest/globals'
import { doc, int } from '../../bson/values.js'
import { compileExpression } from '../expression.js'

describe('positional arguments', () => {
  it.each([
    ['$ifNull', 1, 'Expression $ifNull takes at least 2 arguments. 1 were passed in.'],
    ['$slice', 1, 'Expression $slice takes at least 2, and at most 3, arguments. 1 were passed in.'],
    ['$slice', 4, 'Expression $slice takes at least 2, and at most 3, arguments. 4 were passed in.'],
    ['$divide', 3, 'Expression $divide takes exactly 2 arguments. 3 were passed in.'],
  ])('%s rejects %d argument(s) and states how many it takes', (name, count, message) => {
    const expression = doc({ [name]: Array.from({ length: count }, () => int(1)) })
    expect(() => compileExpression(expression)).toThrow(expect.objectContaining({ code: 16020, message }))
  })
})
