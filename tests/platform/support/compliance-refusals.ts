import type { Refused, SendAsInvestor } from './refusal.js'

const CLASS = { userId: 'none', investorClass: 'retail', reason: 'Asked for it in writing' }
const FREEZE = { userId: 'none', action: { type: 'freeze' }, reason: 'Agrees with the court order' }
const DECISION = { verdict: 'approve', reason: 'Agrees with the evidence' }

/** Returns the calls about classes of investors, shareholders and decisions that are rejected for an investor. */
export function complianceRefusals(send: SendAsInvestor): Refused[] {
  const post = (path: string, body: unknown) => () => send('POST', `/compliance${path}`, body)
  const get = (path: string) => () => send('GET', `/compliance${path}`)
  return [
    ['proposed classes, for an investor', get('/classifications'), 403, 'FORBIDDEN'],
    ['the class of an investor, for an investor', get('/investors/none/classification'), 403, 'FORBIDDEN'],
    ['a proposed class, for an investor', post('/classifications', CLASS), 403, 'FORBIDDEN'],
    ['a decided class, for an investor', post('/classifications/none/decision', DECISION), 403, 'FORBIDDEN'],
    ['a withdrawn class, for an investor', post('/classifications/none/withdrawal', {}), 403, 'FORBIDDEN'],
    ['decisions of the rules, for an investor', get('/decisions?userId=none'), 403, 'FORBIDDEN'],
    ['shareholders, for an investor', get('/shareholders'), 403, 'FORBIDDEN'],
    ['a shareholder, for an investor', get('/shareholders/none'), 403, 'FORBIDDEN'],
    ['orders on hold, for an investor', get('/held-orders'), 403, 'FORBIDDEN'],
    ['proposals about shareholders, for an investor', get('/share-decisions'), 403, 'FORBIDDEN'],
    ['a proposed freeze, for an investor', post('/share-decisions', FREEZE), 403, 'FORBIDDEN'],
    ['a decided freeze, for an investor', post('/share-decisions/none/decision', DECISION), 403, 'FORBIDDEN'],
    ['a withdrawn freeze, for an investor', post('/share-decisions/none/withdrawal', {}), 403, 'FORBIDDEN'],
    [
      'a declined request, for an investor',
      post('/relocations/none/decline', { reason: 'Asked for it' }),
      403,
      'FORBIDDEN',
    ],
    ['a freeze without a reason', post('/share-decisions', { ...FREEZE, reason: ' ' }), 400, 'VALIDATION_FAILED'],
    ['orders on hold in a page of none', get('/held-orders?limit=0'), 400, 'VALIDATION_FAILED'],
    ['shareholders of an unknown view', get('/shareholders?view=mine'), 400, 'VALIDATION_FAILED'],
    ['an unknown class', post('/classifications', { ...CLASS, investorClass: 'friend' }), 400, 'VALIDATION_FAILED'],
    ['a class without a reason', post('/classifications', { ...CLASS, reason: ' ' }), 400, 'VALIDATION_FAILED'],
  ]
}
