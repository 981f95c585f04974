import type { ReadinessReport } from '@hissa/contracts/http'
import { systemTiming, within, type Timing } from '@hissa/kernel'
import { askHealth, type Bus, type RpcClient } from '@hissa/messaging'

/** Pages and sign-in depend on these, so the gateway is not ready without them. */
const REQUIRED = ['identity', 'property'] as const
/**
 * Without these, part of the product responds 503 and the rest works: the gateway is ready and lists what is missing.
 */
const FURTHER = ['investment', 'kyc'] as const

const ASK_AGAIN_AFTER_MS = 1_000
const BUS_ANSWERS_WITHIN_MS = 1_000

/**
 * Reports whether the gateway can serve, from the health calls of the services. However often it is called, it queries
 * the services at most once per second and responds within about a second.
 */
export class Readiness {
  private latest: Promise<ReadinessReport> | undefined
  private askedAtMs = 0
  private draining = false

  constructor(
    private readonly bus: Bus,
    private readonly rpc: RpcClient,
    private readonly timing: Timing = systemTiming,
  ) {}

  /**
   * Reports not ready from now on, so that load balancers send no new connections. The gateway still serves requests.
   */
  drain(): void {
    this.draining = true
  }

  report(): Promise<ReadinessReport> {
    if (this.draining) return Promise.resolve({ status: 'draining', missing: [], services: {} })
    const nowMs = this.timing.elapsedMs()
    if (this.latest && nowMs - this.askedAtMs < ASK_AGAIN_AFTER_MS) return this.latest
    this.askedAtMs = nowMs
    this.latest = this.ask()
    return this.latest
  }

  /** Returns what is missing while the gateway cannot serve; empty if it is ready or degraded. */
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
    return within(BUS_ANSWERS_WITHIN_MS, this.bus.nc.flush(), this.timing).then(
      () => true,
      () => false,
    )
  }
}
