import { describe, expect, it } from '@jest/globals'
import { withPromises } from './promises.js'

const promises = { 'promise.time': 'It takes a day.', 'promise.cost': 'It is free.' }

describe('withPromises', () => {
  it('replaces each promise by its sentence, and keeps the values', () => {
    expect(withPromises('{total}: {promise.time} {promise.cost} {promise.time}', promises)).toBe(
      '{total}: It takes a day. It is free. It takes a day.',
    )
  })

  it('rejects a promise that does not exist', () => {
    expect(() => withPromises('{promise.tim}', promises)).toThrow('there is no "promise.tim"')
  })
})
