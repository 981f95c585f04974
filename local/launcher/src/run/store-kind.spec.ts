import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { storeKindOf } from './store-kind.js'
import { UserError } from './user-error.js'

const nothing = { uri: false, mongod: false }
const mongod = { uri: false, mongod: true }
const uri = { uri: true, mongod: true }

describe('the store of a data folder', () => {
  let dir: string
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'store-'))
  })
  afterEach(() => rmSync(dir, { recursive: true, force: true }))

  it.each([
    [uri, 'MONGODB_URI'],
    [mongod, 'mongod'],
    [nothing, 'docstore'],
  ])('is the best that is there at its first start', (there, kind) => {
    expect(storeKindOf(dir, there)).toBe(kind)
    expect(storeKindOf(dir, there)).toBe(kind)
  })

  it('stays docstore when mongod is installed later', () => {
    storeKindOf(dir, nothing)
    expect(storeKindOf(dir, mongod)).toBe('docstore')
  })

  it.each([
    [mongod, nothing, /no mongod on PATH.*--fresh/],
    [mongod, uri, /are in MongoDB, and MONGODB_URI names another.*--fresh/],
    [nothing, uri, /are in docstore, and MONGODB_URI names another.*--fresh/],
    [uri, mongod, /MONGODB_URI named, and it is not set.*--fresh/],
  ])('refuses to start on another, where everything would seem to be gone', (before, now, message) => {
    storeKindOf(dir, before)
    expect(() => storeKindOf(dir, now)).toThrow(message)
    expect(() => storeKindOf(dir, now)).toThrow(UserError)
  })
})
