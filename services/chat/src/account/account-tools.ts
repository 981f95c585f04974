import { GetDashboard, GetOrderRequirements, ListPayments, type Dashboard } from '@hissa/contracts/investment'
import { GetKycStatus } from '@hissa/contracts/kyc'
import { CLOCK, type Clock } from '@hissa/kernel'
import { isUnavailable, RpcClient } from '@hissa/messaging'
import { Inject, Injectable } from '@nestjs/common'
import type { Intent } from '../answers/phrases.js'
import { chatTexts } from '../texts/chat.js'
import { fromDashboard } from './from-dashboard.js'
import { fromKyc, fromLimit, fromPayments } from './from-calls.js'
import type { ToolAnswer } from './tool.js'
import type { Language } from '../language/languages.js'

const WITHIN_MS = 4_000

export interface AccountQuestion {
  token: string | undefined
  language: Language
  propertyId?: string | undefined
}

/**
 * Answers questions about the caller's account. Every value is read with the caller's own token, for this answer, and is
 * stored nowhere else.
 */
@Injectable()
export class AccountTools {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async run(intent: Intent, { token, language, propertyId }: AccountQuestion): Promise<ToolAnswer> {
    if (token === undefined) return signIn(language)
    try {
      return await this.read(intent, token, language, propertyId)
    } catch (error) {
      if (isUnavailable(error)) return only(chatTexts(language)('chat.account.unavailable'))
      throw error
    }
  }

  private async read(intent: Intent, token: string, language: Language, propertyId?: string): Promise<ToolAnswer> {
    const t = chatTexts(language)
    const options = { token, timeoutMs: WITHIN_MS }
    const dashboard = await this.rpc.call(GetDashboard, {}, options)
    if (dashboard.userStatus === 'suspended') return only(t('chat.account.suspended'))
    const asOf = this.clock.now().toISOString()
    switch (intent) {
      case 'kyc':
        return fromKyc((await this.rpc.call(GetKycStatus, { locale: language }, options)).status, asOf, language)
      case 'payments':
      case 'statements':
      case 'refunds': {
        const { payments } = await this.rpc.call(ListPayments, { limit: 20 }, options)
        return fromPayments(intent, payments, asOf, language)
      }
      case 'annual_limit':
        return this.limit(dashboard, options, asOf, language, propertyId)
      default:
        return fromDashboard(intent, dashboard, language)
    }
  }

  /** The limit belongs to an order, so that it takes a property: the one in view, else one of the caller's own. */
  private async limit(
    dashboard: Dashboard,
    options: { token: string; timeoutMs: number },
    asOf: string,
    language: Language,
    inView: string | undefined,
  ): Promise<ToolAnswer> {
    const propertyId =
      inView ?? dashboard.holdings[0]?.property.propertyId ?? dashboard.recentOrders[0]?.property.propertyId
    if (propertyId === undefined) return only(chatTexts(language)('chat.account.limit.noProperty'))
    const required = await this.rpc.ask(GetOrderRequirements, { propertyId }, options)
    return fromLimit(required.ok ? required.value.annualLimit : null, asOf, language)
  }
}

const only = (text: string): ToolAnswer => ({ sentences: [text], figures: [], quickReplies: [] })

function signIn(language: Language): ToolAnswer {
  const t = chatTexts(language)
  return { ...only(t('chat.account.signIn')), quickReplies: [{ kind: 'sign_in', text: t('chat.ask.signIn') }] }
}
