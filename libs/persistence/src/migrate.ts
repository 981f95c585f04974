import { systemTiming, wallNow, type Timing } from '@hissa/kernel'
import type { Connection } from 'mongoose'
import { isDuplicateKey } from './connect.js'

/** One migration. Must be idempotent, and safe while the previous release still runs. */
export interface Migration {
  /** Three digits and words, such as `001-index-orders-by-due`. */
  name: string
  up(connection: Connection): Promise<void>
}

/** Applies, in order, the migrations that are not yet in the `migrations` collection; returns their names. */
export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  timing: Timing = systemTiming,
): Promise<string[]> {
  const rows = connection.collection<{ _id: string; at: Date }>('migrations')
  const done = new Set((await rows.find().toArray()).map((row) => row._id))
  const applied: string[] = []
  for (const migration of migrations) {
    if (done.has(migration.name)) continue
    await migration.up(connection)
    try {
      await rows.insertOne({ _id: migration.name, at: wallNow(timing) })
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
    applied.push(migration.name)
  }
  return applied
}
