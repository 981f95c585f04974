import type { Refused, SendAsInvestor } from './refusal.js'

const SUBJECT = { kind: 'suspense', id: 'payment:none' }
const PROPOSAL = { subject: SUBJECT, action: { type: 'refund' }, reason: 'Seen on the bank file' }
const EXPORT = { list: 'orders', rows: 1, sha256: 'b'.repeat(64) }
const ENTRY = {
  ...{ period: '2027-Q1', fact: { kind: 'rent', amountFils: 100 }, date: '2027-01-04', reference: 'Transfer 1' },
  documentSha256: 'b'.repeat(64),
}
const DISTRIBUTION = { propertyId: 'none', period: '2027-Q1', recordDate: '2027-03-31', reason: 'Reconciled' }
const VALUATION = {
  ...{ propertyId: 'none', date: '2027-03-31', valueFils: 100, valuer: 'Valuers', method: 'income' },
  ...{ documentSha256: 'b'.repeat(64), reason: 'Yearly' },
}
const DECISION = { verdict: 'approve', reason: 'Agrees with the processor' }

/** Returns the finance calls that are rejected for an investor. */
export function financeRefusals(send: SendAsInvestor): Refused[] {
  const post = (path: string, body: unknown) => () => send('POST', `/finance${path}`, body)
  const get = (path: string) => () => send('GET', `/finance${path}`)
  const form = (path: string) => () => {
    const file = new FormData()
    file.set('file', new Blob(['%PDF-1.7']), 'deed.pdf')
    return send('POST', `/finance${path}`, file)
  }
  const deed = form('/raises/none/deed')
  const statement = () => {
    const form = new FormData()
    form.set('file', new Blob(['<Document/>']), 'camt.053.xml')
    return send('POST', '/finance/bank-statements', form)
  }
  return [
    ['suspense, for an investor', get('/suspense'), 403, 'FORBIDDEN'],
    ['reconciliation, for an investor', get('/reconciliation'), 403, 'FORBIDDEN'],
    ['a reconciliation run, for an investor', post('/reconciliation/runs', {}), 403, 'FORBIDDEN'],
    ['rejected work, for an investor', get('/rejected-work'), 403, 'FORBIDDEN'],
    ['raises, for an investor', get('/raises'), 403, 'FORBIDDEN'],
    ['a raise as staff see it, for an investor', get('/raises/none'), 403, 'FORBIDDEN'],
    ['the upload of a title deed, for an investor', deed, 403, 'FORBIDDEN'],
    ['a title deed that is not a form', post('/raises/none/deed', {}), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a title deed as staff see it, for an investor', get(`/raises/none/deeds/${'b'.repeat(64)}`), 403, 'FORBIDDEN'],
    ['entries of income, for an investor', get('/properties/none/income?period=2027-Q1'), 403, 'FORBIDDEN'],
    ['an entry of income, for an investor', post('/properties/none/income', ENTRY), 403, 'FORBIDDEN'],
    [
      'the upload of a document of income, for an investor',
      form('/properties/none/income/documents'),
      403,
      'FORBIDDEN',
    ],
    ['an import of income, for an investor', form('/properties/none/income/import'), 403, 'FORBIDDEN'],
    [
      'a document of income, for an investor',
      get(`/properties/none/income/documents/${'b'.repeat(64)}`),
      403,
      'FORBIDDEN',
    ],
    ['the reversal of an entry, for an investor', post('/income/none/reversal', { reason: 'Twice' }), 403, 'FORBIDDEN'],
    ['distributions, for an investor', get('/distributions'), 403, 'FORBIDDEN'],
    ['a distribution, for an investor', get('/distributions/none'), 403, 'FORBIDDEN'],
    ['a proposed distribution, for an investor', post('/distributions', DISTRIBUTION), 403, 'FORBIDDEN'],
    ['a decided distribution, for an investor', post('/distributions/none/decision', DECISION), 403, 'FORBIDDEN'],
    ['a withdrawn distribution, for an investor', post('/distributions/none/withdrawal', {}), 403, 'FORBIDDEN'],
    ['valuations, for an investor', get('/valuations'), 403, 'FORBIDDEN'],
    ['a proposed valuation, for an investor', post('/valuations', VALUATION), 403, 'FORBIDDEN'],
    ['a decided valuation, for an investor', post('/valuations/none/decision', DECISION), 403, 'FORBIDDEN'],
    ['a withdrawn valuation, for an investor', post('/valuations/none/withdrawal', {}), 403, 'FORBIDDEN'],
    ['a quarter with another name', get('/properties/none/income?period=2027-Q5'), 400, 'VALIDATION_FAILED'],
    ['payouts, for an investor', get('/payouts'), 403, 'FORBIDDEN'],
    ['payouts in an unknown view', get('/payouts?view=none'), 400, 'VALIDATION_FAILED'],
    ['a payment file, for an investor', get('/payment-files/none'), 403, 'FORBIDDEN'],
    ['a proposed payment file, for an investor', post('/payment-files', { reason: 'Payments' }), 403, 'FORBIDDEN'],
    ['a proposed payment file without a reason', post('/payment-files', { reason: ' ' }), 400, 'VALIDATION_FAILED'],
    ['a decided payment file, for an investor', post('/payment-files/none/decision', DECISION), 403, 'FORBIDDEN'],
    ['a withdrawn payment file, for an investor', post('/payment-files/none/withdrawal', {}), 403, 'FORBIDDEN'],
    ['a bank statement that is not a form', post('/bank-statements', {}), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['the import of a bank statement, for an investor', statement, 403, 'FORBIDDEN'],
    ['a search of orders, for an investor', get('/orders?q=HS-1'), 403, 'FORBIDDEN'],
    [
      'a search of orders by email address, for an investor',
      post('/orders/search', { query: 'someone@example.com' }),
      403,
      'FORBIDDEN',
    ],
    ['an order as staff see it, for an investor', get('/orders/none'), 403, 'FORBIDDEN'],
    ['a receipt as staff see it, for an investor', get('/payments/none/receipt'), 403, 'FORBIDDEN'],
    ['approvals of finance, for an investor', get('/approvals'), 403, 'FORBIDDEN'],
    ['totals of client money, for an investor', get('/client-money'), 403, 'FORBIDDEN'],
    ['names of people, for an investor', post('/names', { userIds: ['none'] }), 403, 'FORBIDDEN'],
    ['the record of an export, for an investor', post('/exports', EXPORT), 403, 'FORBIDDEN'],
    ['a resolution, for an investor', post('/resolutions', PROPOSAL), 403, 'FORBIDDEN'],
    [
      'the figures of a resolution, for an investor',
      post('/resolutions/preview', { subject: SUBJECT, action: 'refund' }),
      403,
      'FORBIDDEN',
    ],
    ['a decided resolution, for an investor', post('/resolutions/none/decision', DECISION), 403, 'FORBIDDEN'],
    ['a withdrawn resolution, for an investor', post('/resolutions/none/withdrawal', {}), 403, 'FORBIDDEN'],
    ['a retry, for an investor', post('/retries', { subject: SUBJECT, reason: 'Once more' }), 403, 'FORBIDDEN'],
    [
      'a resolution with an unknown action',
      post('/resolutions', { ...PROPOSAL, action: { type: 'x' } }),
      400,
      'VALIDATION_FAILED',
    ],
    ['a resolution without a reason', post('/resolutions', { ...PROPOSAL, reason: '  ' }), 400, 'VALIDATION_FAILED'],
    ['a search of orders that is too long', get(`/orders?q=${'x'.repeat(255)}`), 400, 'VALIDATION_FAILED'],
    ['an email address in an address', get('/orders?q=someone@example.com'), 400, 'VALIDATION_FAILED'],
    ['an empty search of orders', post('/orders/search', { query: ' ' }), 400, 'VALIDATION_FAILED'],
    ['raises in an unknown state', get('/raises?state=nowhere'), 400, 'VALIDATION_FAILED'],
    ['names of nobody', post('/names', { userIds: [] }), 400, 'VALIDATION_FAILED'],
    ['an export of a list with another name', post('/exports', { ...EXPORT, list: '=1' }), 400, 'VALIDATION_FAILED'],
    ['a page of suspense that is too large', get('/suspense?limit=101'), 400, 'VALIDATION_FAILED'],
  ]
}
