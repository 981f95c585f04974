import { type Answer, type Input, type Locale, ok } from '@hissa/contracts'
import type { GetOrderRequirements as Contract } from '@hissa/contracts/investment'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Inject, Injectable } from '@nestjs/common'
import { DisclosureStore } from '../disclosures/disclosures.api.js'
import { InvestorStore } from '../investors/investors.api.js'
import { noProperty, RaiseStore } from '../raises/raises.api.js'
import { isEligible, outstanding } from '../rules/rules.api.js'
import { AnnualLimits } from './annual-limits.js'
import { type Client, RuleFacts } from './rule-facts.js'

/**
 * Reads what an investor's order for a property still requires: identity verification, texts to accept, and answers to
 * the questions about the risks. Also reads what is left of the investor's annual limit.
 */
@Injectable()
export class ReadRequirements {
  constructor(
    private readonly raises: RaiseStore,
    private readonly investors: InvestorStore,
    private readonly disclosures: DisclosureStore,
    private readonly facts: RuleFacts,
    private readonly limits: AnnualLimits,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns the acceptances of current versions only. */
  async run(userId: string, input: Input<typeof Contract>): Promise<Answer<typeof Contract>> {
    const raise = await this.raises.byRef(input.propertyId)
    if (!raise) return noProperty()
    const [client, userStatus, current, acceptances] = await Promise.all([
      this.facts.ofInvestor(userId, this.clock.now()),
      this.investors.statusOf(userId),
      this.disclosures.current(),
      this.disclosures.acceptedBy(userId, raise._id),
    ])
    const missing = outstanding(current, acceptances).map(({ documentId }) => documentId)
    const accepted = acceptances
      .filter(({ documentId, version }) =>
        current.some((text) => text.documentId === documentId && text.version === version),
      )
      .map(({ at, ...rest }) => ({ ...rest, locale: rest.locale as Locale, at: at.toISOString() }))
    return ok({
      identity: isEligible(userStatus) ? 'verified' : userStatus === 'suspended' ? 'suspended' : 'required',
      accepted,
      outstanding: current
        .filter((text) => text.required && missing.includes(text.documentId))
        .map(({ documentId, version, hash }) => ({ documentId, version, hash })),
      ...(await this.ofClient(userId, client)),
    })
  }

  private async ofClient(userId: string, { facts, appropriateness, pausedUntil, cap }: Client) {
    const isPaused = appropriateness === 'paused' && pausedUntil
    return {
      appropriateness,
      ...(isPaused ? { appropriatenessRetryAt: pausedUntil.toISOString() } : {}),
      investorClass: facts.investorClass,
      annualLimit: cap ? await this.limits.view(userId, cap) : null,
    }
  }
}
