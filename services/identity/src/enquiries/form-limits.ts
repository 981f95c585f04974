import { Inject, Injectable } from '@nestjs/common'
import { SETTINGS, type Settings } from '../config.js'
import { Keyring } from '../crypto/keyring.js'
import { Limiter } from '../limits/limiter.js'

const HOUR_MS = 3_600_000

/** Per network, for both forms together: an office or a carrier shares one. */
const PER_NETWORK = { name: 'forms-network', count: 10, windowMs: HOUR_MS }
/** Per address, because each message is acknowledged to an address that anyone can type. */
const PER_SENDER = { name: 'enquiries-sender', count: 3, windowMs: HOUR_MS }
const EMAILS_PER_DAY = { name: 'waitlist-emails', count: 3, windowMs: 24 * HOUR_MS }

/** Limits what the forms of the public pages send, across all replicas. Counts keyed digests only. */
@Injectable()
export class FormLimits {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly limiter: Limiter,
    private readonly keys: Keyring,
  ) {}

  /** Counts a form sent from a network. Returns whether it is within the limit. */
  async admitNetwork(network: string): Promise<boolean> {
    const limit = { ...PER_NETWORK, count: PER_NETWORK.count * this.settings.limitFactor }
    return (await this.limiter.admit(limit, this.digest('network', network))) !== undefined
  }

  /** Counts a message with a sender's address. Returns whether it is within the limit. */
  async admitSender(email: string): Promise<boolean> {
    return (await this.limiter.admit(PER_SENDER, this.digest('sender', email.toLowerCase()))) !== undefined
  }

  /** Counts an email about the waitlist. Returns whether it is within the limit. */
  async admitEmail(email: string): Promise<boolean> {
    return (await this.limiter.admit(EMAILS_PER_DAY, this.digest('waitlist', email.toLowerCase()))) !== undefined
  }

  private digest(kind: string, text: string): string {
    return this.keys.digest('limit', kind, text).toString('base64url').slice(0, 22)
  }
}
