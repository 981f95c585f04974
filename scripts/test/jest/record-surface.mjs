// With RECORD_SURFACE=1 only: records the commands that each test sends to the store, by name and without values, in a
// file that start-engines.mjs creates. stop-engines.mjs merges it into local/docstore/surface.json.
import { appendFileSync } from 'node:fs'
import { expect } from '@jest/globals'
import { MongoClient } from 'mongodb'
import { recordSurface } from '../../../local/docstore/src/surface.js'

watchClients(process.env.SURFACE_FILE)

/** The engine's own tests send commands that no service uses. */
const isTestOfEngine = () => expect.getState().testPath.includes('/local/docstore/')

/** Monitors the commands of every client from its first connection on, wherever it is created. */
function watchClients(file) {
  const { connect } = MongoClient.prototype
  const watched = new WeakSet()
  MongoClient.prototype.connect = function () {
    if (!watched.has(this) && !isTestOfEngine()) {
      watched.add(this)
      this.monitorCommands = true
      recordSurface(this, (name) => appendFileSync(file, `${name}\n`))
    }
    return connect.call(this)
  }
}
