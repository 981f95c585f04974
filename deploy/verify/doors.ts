// `npm run verify doors`: attacks the public surface and compares each duration and amount of memory with its bound.
import { createJourney } from '@hissa/testing-driver'
import { startHissa } from '@hissa/testing-driver/product'
import { verifyConnections } from './doors/connections.js'
import { verifyLedger } from './doors/ledger.js'
import { verifyReads } from './doors/reads.js'
import { verifySignOut } from './doors/sign-out.js'
import { verifyStore } from './doors/store.js'
import { verifyUploads } from './doors/uploads.js'
import { Figures } from './support/figures.js'

const figures = new Figures('doors')
const hissa = await startHissa({ args: ['--split'], env: { LOG_LEVEL: 'error' } })
try {
  const journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
  await verifyUploads(figures, hissa, journey)
  await verifyReads(figures, hissa)
  const connections = verifyConnections(figures, hissa)
  await verifySignOut(figures, hissa, journey)
  await verifyLedger(figures, hissa, journey)
  await verifyStore(figures)
  await connections
} finally {
  await hissa.stop()
}
process.exit(figures.write())
