import { describe, expect, it } from '@jest/globals'
import { whereToGo } from './where-to-go.js'

describe('what the launcher prints at the end', () => {
  const parts = { app: 'http://localhost:8080', logs: '/logs', stop: 'Ctrl-C stops it.' }

  it('has the address of the sandbox only if there is one', () => {
    expect(whereToGo({ ...parts, sandbox: 'http://localhost:8080/sandbox' })).toContain('http://localhost:8080/sandbox')
    expect(whereToGo(parts)).not.toMatch(/sandbox/i)
  })
})
