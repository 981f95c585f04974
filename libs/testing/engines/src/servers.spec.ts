import { expect, it } from '@jest/globals'
import { redisQuoted } from './servers.js'

it.each([
  ['/home/hissa/.data', '"/home/hissa/.data"'],
  ['/data/the "new" one', '"/data/the \\"new\\" one"'],
  ['C:\\data', '"C:\\\\data"'],
])('redisQuoted writes %s as Redis reads it', (value, quoted) => {
  expect(redisQuoted(value)).toBe(quoted)
})
