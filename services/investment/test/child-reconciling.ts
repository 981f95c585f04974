import { boot } from '../src/boot.js'
import { FakeGateway } from './fake-gateway.js'

/** The service as a separate process, to be killed while it waits for the second page of the processor's movements. */
class WaitingGateway extends FakeGateway {
  override async listMovements({ after }: { after?: string }) {
    if (after === undefined) return { movements: [], next: '~' }
    process.send?.('waits')
    return new Promise<never>(() => {})
  }
}

const running = await boot(process.env, { gateway: new WaitingGateway() })
await running.ready
process.send?.('ready')
