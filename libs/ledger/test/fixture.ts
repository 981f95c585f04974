import { amountOf, type Change, type Chart } from '../src/index.js'

export const chart: Chart = (id) => {
  const [ledger, name] = id.split(':')
  if (!ledger || !name) throw new Error(`${id} is no account`)
  return { ledger, limit: name === 'treasury' ? 'debits' : 'none' }
}

export const change = (key: string, rest: Partial<Change> = {}): Change => {
  return { key, inputHash: 'h', transfers: [], saves: [], events: [], ...rest }
}

export const move = (amount: number, credit = 'u:a', debit = 'u:treasury') =>
  ({ kind: 'single', code: 't', debit, credit, amount: amountOf('units', amount) }) as const

/** Returns a change that moves one unit from the treasury, saves an order and publishes an event. */
export const pay = (key: string) =>
  change(key, {
    transfers: [move(1)],
    saves: [{ collection: 'orders', id: key, version: 0, set: { state: 'paid' } }],
    events: [{ row: { _id: `event-${key}` } }],
  })
