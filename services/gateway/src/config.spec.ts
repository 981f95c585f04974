import { describe, expect, it } from '@jest/globals'
import { GatewayConfig, sandboxOf } from './config.js'

const SANDBOX_URL = 'http://launcher:8060'
const PUBLIC_URL = 'http://localhost:8080'

describe('the address of the sandbox', () => {
  it.each([
    { HOST: '127.0.0.1' },
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '0.0.0.0', BIND_ADDRESS: '127.0.0.1' },
  ])('is known while only this machine reaches the product: %j', (published) => {
    expect(sandboxOf({ SANDBOX_URL, PUBLIC_URL, ...published })).toBe(SANDBOX_URL)
  })

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.0.2.7' },
    { HOST: '127.0.0.1', BIND_ADDRESS: '0.0.0.0' },
    { HOST: '0.0.0.0', BIND_ADDRESS: '192.0.2.7' },
    { HOST: '127.0.0.1', PUBLIC_URL: 'https://demo.example' },
  ])('is unknown if other machines reach the product: %j', (published) => {
    expect(sandboxOf({ SANDBOX_URL, PUBLIC_URL, ...published })).toBeUndefined()
  })
})

describe('ALLOWED_HOSTS', () => {
  const isValid = (text: string) => GatewayConfig.shape.ALLOWED_HOSTS.safeParse(text).success

  it.each(['', 'gateway', ',gateway', 'a.example, B.example', '[2001:db8::1],192.0.2.7'])('may be %p', (text) => {
    expect(isValid(text)).toBe(true)
  })

  it.each(['gateway:8080', 'https://hissa.example', '*', 'a;b'])('may not be %p', (text) => {
    expect(isValid(text)).toBe(false)
  })
})
