// Only with RECORD_SURFACE=1: notes what each test sends to the store, by name and without values, in the file that
// start-engines.mjs made. stop-engines.mjs adds it to deploy/local/docstore/surface.json.
import { appendFileSync } from 'node:fs'
import { expect } from '@jest/globals'
import { MongoClient } from 'mongodb'
import { recordSurface } from '../../../deploy/local/docstore/src/surface.js'

// The engine's own tests send what no service sends.
if (!expect.getState().testPath?.includes('/deploy/local/docstore/')) watchClients(process.env.SURFACE_FILE)

/** Every client, whoever makes it, has its commands monitored from its first connection on. */
function watchClients(file) {
  const { connect } = MongoClient.prototype
  const watched = new WeakSet()
  MongoClient.prototype.connect = function () {
    if (!watched.has(this)) {
      watched.add(this)
      this.monitorCommands = true
      recordSurface(this, (name) => appendFileSync(file, `${name}\n`))
    }
    return connect.call(this)
  }
}
