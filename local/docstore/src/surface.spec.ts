import { describe, expect, it } from '@jest/globals'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mergeSurface, surfaceOf } from './surface.js'
import { unsupported } from './supported.js'

describe('surfaceOf', () => {
  it('names what a command uses, and none of its values', () => {
    const command = {
      find: 'users',
      filter: { email: 'secret@x', age: { $in: [1] } },
      sort: { a: 1 },
      lsid: {},
      $db: 'x',
    }
    expect(surfaceOf({ commandName: 'find', command })).toEqual([
      'command:find',
      'option:find.filter',
      'option:find.sort',
      'query:$in',
    ])
  })

  it('opens updates and pipelines', () => {
    const updates = [{ q: { a: { $gt: 1 } }, u: { $push: { 'b.$[].c': { $each: [1] } } } }]
    expect(surfaceOf({ commandName: 'update', command: { update: 'x', updates } })).toEqual([
      'command:update',
      'option:update.updates',
      'query:$gt',
      'update:$[]',
      'update:$each',
      'update:$push',
    ])
    const pipeline = [{ $match: { a: { $exists: true } } }, { $group: { _id: '$a', n: { $sum: { $add: [1, 2] } } } }]
    expect(surfaceOf({ commandName: 'aggregate', command: { aggregate: 'x', pipeline, cursor: {} } })).toEqual([
      'accumulator:$sum',
      'command:aggregate',
      'expression:$add',
      'option:aggregate.cursor',
      'option:aggregate.pipeline',
      'query:$exists',
      'stage:$group',
      'stage:$match',
    ])
  })
})

describe('surface.json', () => {
  it('names nothing that the engine does not support', () => {
    const names = JSON.parse(readFileSync(new URL('../surface.json', import.meta.url), 'utf8')) as string[]
    expect(unsupported(names)).toEqual([])
    expect(unsupported(['stage:$out', 'command:find', 'query:$where', 'option:find.frob'])).toEqual([
      'stage:$out',
      'query:$where',
      'option:find.frob',
    ])
  })

  it('is merged sorted, each name once', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'surface-')), 'surface.json')
    writeFileSync(path, '["command:find"]')
    expect(mergeSurface(path, ['command:count', 'command:find'])).toEqual(['command:count'])
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(['command:count', 'command:find'])
  })
})
