import assert from 'node:assert/strict'

export function expect(condition: boolean, what: string): asserts condition {
  assert.ok(condition, what)
}
