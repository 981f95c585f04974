import type { PublicConfig } from '@hissa/contracts/http'
import { sandboxOf, type GatewayConfig } from '../config.js'

/** Returns the content of `/config.json`: what the web needs before it renders. The type allows no secrets. */
export const publicConfig = (config: GatewayConfig): PublicConfig => ({
  version: config.VERSION,
  region: config.REGION,
  idp: {
    endpoint: `${config.PUBLIC_URL}/idp/`,
    userPoolId: config.USER_POOL_ID,
    clientId: config.CLIENT_ID,
    issuer: config.ISSUER,
  },
  publicUrl: config.PUBLIC_URL,
  stripePublishableKey: config.STRIPE_PUBLISHABLE_KEY,
  stripeJsUrl: config.STRIPE_JS_URL,
  chainId: null,
  regulatorLine: config.REGULATOR_LINE,
  companyLine: config.COMPANY_LINE ?? null,
  complaintsAnswerDays: config.COMPLAINTS_ANSWER_DAYS ?? null,
  clientMoneyBank: config.CLIENT_MONEY_BANK ?? null,
  contactEmail: config.CONTACT_EMAIL,
  sandbox: sandboxOf(config) !== undefined,
})
