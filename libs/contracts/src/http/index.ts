import { account } from './account.js'
import { cards } from './cards.js'
import { cash } from './cash.js'
import { chat } from './chat.js'
import { company } from './company.js'
import { compliance } from './compliance.js'
import { content } from './content.js'
import { finance } from './finance.js'
import { income } from './income.js'
import { incomeFeed } from './income-feed.js'
import { investing } from './investing.js'
import { investorCard } from './investor-card.js'
import { investors } from './investors.js'
import type { Operation } from './operation.js'
import { learning } from './learning.js'
import { notices } from './notices.js'
import { platform } from './platform.js'
import { properties } from './properties.js'
import { reconciliation } from './reconciliation.js'
import { register } from './register.js'
import { rewards } from './rewards.js'
import { shareholders } from './shareholders.js'
import { staff } from './staff.js'
import { statements } from './statements.js'
import { tokens } from './tokens.js'
import { userPool } from './user-pool.js'
import { valuations } from './valuations.js'
import { phone } from './phone.js'
import { verification } from './verification.js'

export * from './errors.js'
export {
  errorsOfOperation,
  needsToken,
  rolesOf,
  routeOf,
  tags,
  type Operation,
  type OperationResponse,
} from './operation.js'
export { PublicConfig, ReadinessReport } from './platform.js'

/** Every operation of the HTTP API. */
export const operations: readonly Operation[] = [
  ...account,
  ...properties,
  ...register,
  ...tokens,
  ...investing,
  ...cards,
  ...cash,
  ...statements,
  ...rewards,
  ...investorCard,
  ...verification,
  ...phone,
  ...notices,
  ...compliance,
  ...investors,
  ...shareholders,
  ...staff,
  ...finance,
  ...reconciliation,
  ...income,
  ...incomeFeed,
  ...valuations,
  ...content,
  ...chat,
  ...learning,
  ...userPool,
  ...company,
  ...platform,
]
