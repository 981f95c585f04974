// `npm run verify doors`: attacks the public surface and compares each duration and amount of memory with its limit.
import { createJourney } from '@hissa/testing-driver'
import { startHissa } from '@hissa/testing-driver/product'
import { verifyConnections } from './doors/connections.js'
import { verifyExtensions } from './doors/extensions.js'
import { verifyHosts } from './doors/hosts.js'
import { verifyKnownNames } from './doors/known-names.js'
import { verifyLedger } from './doors/ledger.js'
import { verifyReads } from './doors/reads.js'
import { verifySignOut } from './doors/sign-out.js'
import { verifyStore } from './doors/store.js'
import { verifyTransfers } from './doors/transfers.js'
import { verifyUploads } from './doors/uploads.js'
import { Metrics } from './support/metrics.js'

const metrics = new Metrics('doors')
const hissa = await startHissa({ args: ['--split'], env: { LOG_LEVEL: 'error' } })
try {
  const journey = createJourney({ baseUrl: hissa.url, mailUrl: hissa.mailUrl })
  await verifyHosts(metrics, hissa)
  await verifyUploads(metrics, hissa, journey)
  await verifyReads(metrics, hissa)
  await verifyKnownNames(metrics, hissa, journey)
  await verifyExtensions(metrics, hissa, journey)
  const connections = verifyConnections(metrics, hissa)
  await verifySignOut(metrics, hissa, journey)
  await verifyLedger(metrics, hissa, journey)
  await verifyStore(metrics)
  await connections
  // It moves the clock, so it comes last.
  await verifyTransfers(metrics, hissa, journey)
} finally {
  await hissa.stop()
}
process.exit(metrics.write())
