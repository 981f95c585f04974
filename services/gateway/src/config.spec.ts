import { describe, expect, it } from '@jest/globals'
import { sandboxOf } from './config.js'

const SANDBOX_URL = 'http://launcher:8060'

describe('the address of the sandbox', () => {
  it.each([
    { HOST: '127.0.0.1' },
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '0.0.0.0', BIND_ADDRESS: '127.0.0.1' },
  ])('is known while only this machine reaches the product: %j', (published) => {
    expect(sandboxOf({ SANDBOX_URL, ...published })).toBe(SANDBOX_URL)
  })

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.7' },
    { HOST: '127.0.0.1', BIND_ADDRESS: '0.0.0.0' },
    { HOST: '0.0.0.0', BIND_ADDRESS: '192.0.2.7' },
  ])('is unknown if other machines reach the product: %j', (published) => {
    expect(sandboxOf({ SANDBOX_URL, ...published })).toBeUndefined()
  })
})
