import { connectBus, type Bus } from '@hissa/messaging/connection'
import { prepareBus } from '../engines/prepare-bus.js'

const LONGEST_MS = 60_000
const RETRY_MS = 500

/** Once NATS runs, before any service: its streams and consumers, with the launcher's rights, which no service has. */
const { NATS_URL } = process.env
if (!NATS_URL) throw new Error('NATS_URL is missing')

async function connectWithin(url: string, deadlineMs: number): Promise<Bus> {
  try {
    return await connectBus(url, 'prepare-bus')
  } catch (error) {
    if (Date.now() > deadlineMs) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return connectWithin(url, deadlineMs)
  }
}

const bus = await connectWithin(NATS_URL, Date.now() + LONGEST_MS)
await prepareBus(bus)
await bus.nc.drain()
