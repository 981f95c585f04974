import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { testEngines } from '@hissa/testing-engines'
import { CombinedReads } from '../src/combined-reads.js'
import { connectMongo, type Connection } from '../src/connect.js'

interface Row {
  _id: string
  rank?: number
}

describe('CombinedReads', () => {
  let connection: Connection
  let reads: CombinedReads
  let commands: string[] = []

  beforeAll(async () => {
    const { mongoUri, dbPrefix } = testEngines()
    connection = await connectMongo({ uri: mongoUri, dbName: `${dbPrefix}reads` })
    await connection.dropDatabase()
    await connection.collection<Row>('anchors').insertOne({ _id: 'anchor' })
    await connection.collection<Row>('cats').insertMany([
      { _id: 'tom', rank: 2 },
      { _id: 'kit', rank: 1 },
      { _id: 'sam', rank: 3 },
    ])
    await connection.collection<Row>('dogs').insertOne({ _id: 'rex' })
    connection.set('debug', (collection: string, method: string) => commands.push(`${method} ${collection}`))
  })
  beforeEach(() => {
    commands = []
    reads = new CombinedReads(connection, { from: 'anchors', id: 'anchor' })
  })
  afterAll(async () => {
    await connection.dropDatabase()
    await connection.close()
  })

  it('sends reads that are requested together as one command, and returns to each its own rows', async () => {
    const [cats, dog, none] = await Promise.all([
      reads.rows<Row>({ from: 'cats', where: { rank: { $gt: 1 } }, sort: { rank: -1 }, limit: 1, fields: { rank: 1 } }),
      reads.row<Row>('dogs', { _id: 'rex' }),
      reads.row<Row>('dogs', { _id: 'none' }),
    ])
    expect({ cats, dog, none }).toEqual({ cats: [{ _id: 'sam', rank: 3 }], dog: { _id: 'rex' }, none: undefined })
    expect(commands).toEqual(['aggregate anchors'])
  })

  it('sends a single read as it is', async () => {
    const cats = await reads.rows<Row>({ from: 'cats', where: {}, sort: { rank: 1 }, limit: 2 })
    expect(cats.map(({ _id }) => _id)).toEqual(['kit', 'tom'])
    expect(commands).toEqual(['find cats'])
  })

  it('sees what was written before the read was requested, even while another is in flight', async () => {
    const first = reads.row<Row>('dogs', { _id: 'new' })
    await connection.collection<Row>('dogs').insertOne({ _id: 'new' })
    const second = await reads.row<Row>('dogs', { _id: 'new' })
    await first
    expect(second).toEqual({ _id: 'new' })
  })

  it('sends each read separately while the anchor is missing', async () => {
    const adrift = new CombinedReads(connection, { from: 'anchors', id: 'none' })
    const [cat, dog] = await Promise.all([adrift.row('cats', { _id: 'tom' }), adrift.row('dogs', { _id: 'rex' })])
    expect([cat, dog]).toEqual([{ _id: 'tom', rank: 2 }, { _id: 'rex' }])
  })

  it('rejects the reads of a command that failed, and serves the next', async () => {
    const bad = { from: 'cats', where: { $nonsense: 1 } }
    const failed = await Promise.allSettled([reads.rows(bad), reads.row('dogs', { _id: 'rex' })])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await reads.row('dogs', { _id: 'rex' })).toEqual({ _id: 'rex' })
  })

  it('splits reads that exceed the limit of one command into several', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => (index % 2 ? 'tom' : 'kit'))
    const found = await Promise.all(ids.map((id) => reads.row<Row>('cats', { _id: id })))
    expect(found.map((row) => row?._id)).toEqual(ids)
    expect(commands).toHaveLength(3)
  })
})
