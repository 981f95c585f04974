import type { ReadinessReport } from '@hissa/contracts/http'
import { within } from '@hissa/kernel'
import { askHealth, type Bus, type RpcClient } from '@hissa/messaging'

/** Without these there is no page and no sign-in: the gateway is not ready. */
const REQUIRED = ['identity', 'property'] as const
/** Without these a part of the product answers 503 and the rest works: the gateway is ready, and says what is missing. */
const FURTHER = ['investment', 'kyc'] as const

const ASK_AGAIN_AFTER_MS = 1_000
const BUS_ANSWERS_WITHIN_MS = 1_000

/**
 * Says whether the gateway can serve, by asking the services that answer its calls. However often it is asked, the
 * services are asked at most once a second, and a report is due within about a second.
 */
export class Readiness {
  private latest: Promise<ReadinessReport> | undefined
  private askedAtMs = 0
  private draining = false

  constructor(
    private readonly bus: Bus,
    private readonly rpc: RpcClient,
  ) {}

  /** Reports not ready from now on, so that load balancers send no new connections. The gateway still serves. */
  drain(): void {
    this.draining = true
  }

  report(): Promise<ReadinessReport> {
    if (this.draining) return Promise.resolve({ status: 'draining', missing: [], services: {} })
    if (this.latest && performance.now() - this.askedAtMs < ASK_AGAIN_AFTER_MS) return this.latest
    this.askedAtMs = performance.now()
    this.latest = this.ask()
    return this.latest
  }

  /** Names what is missing while the gateway cannot serve; empty when it is ready or degraded. */
  async unhealthy(): Promise<string[]> {
    const { status, missing } = await this.report()
    if (status === 'draining') return ['draining']
    return status === 'unavailable' ? missing : []
  }

  private async ask(): Promise<ReadinessReport> {
    const asked = [...REQUIRED, ...FURTHER].map(async (name) => [name, await this.stateOf(name)] as const)
    const [busAnswers, ...states] = await Promise.all([this.busAnswers(), ...asked])
    const services = Object.fromEntries(states)
    const absent = Object.keys(services).filter((name) => services[name] !== 'ok')
    const missing = [...(busAnswers ? [] : ['bus']), ...absent]
    const cannotServe = ['bus', ...REQUIRED].some((name) => missing.includes(name))
    const status = cannotServe ? 'unavailable' : missing.length > 0 ? 'degraded' : 'ready'
    return { status, missing, services }
  }

  private stateOf(service: string): Promise<string> {
    return askHealth(this.rpc, service).then(
      (missing) => (missing.length > 0 ? `without ${missing.join(', ')}` : 'ok'),
      () => 'no answer',
    )
  }

  private busAnswers(): Promise<boolean> {
    return within(BUS_ANSWERS_WITHIN_MS, this.bus.nc.flush()).then(
      () => true,
      () => false,
    )
  }
}
