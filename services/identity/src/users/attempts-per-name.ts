import { systemTiming } from '@hissa/kernel'
import type { Migration } from '@hissa/persistence'

const ATTEMPT_LIFE_MS = 24 * 3_600_000

interface Row {
  _id: string
  confirmed: boolean
  slot?: number
  pendingUntil?: Date
}

/** Assigns slots to accounts, confirmed or not, from releases that stored one row per sign-in name. */
export const attemptsPerName: Migration = {
  name: '001-several-attempts-at-one-name',
  async up(connection) {
    const users = connection.collection<Row>('users')
    const pendingUntil = new Date(systemTiming.wallMs() + ATTEMPT_LIFE_MS)
    await users.updateMany({ slot: { $exists: false }, confirmed: true }, { $set: { slot: 0 } })
    await users.updateMany({ slot: { $exists: false }, confirmed: false }, { $set: { slot: 1, pendingUntil } })
    if ((await users.indexes()).some(({ name }) => name === 'alias')) await users.dropIndex('alias')
  },
}
