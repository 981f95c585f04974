import {
  DecideDistribution,
  DecideDistributionBody,
  DistributionBody,
  DistributionsBody,
  DistributionsQuery,
  DistributionStateBody,
  DistributionWithdrawnBody,
  GetDistribution,
  GetIncomeDocument,
  GetPropertyIncome,
  ImportIncomeEntries,
  IncomeBody,
  IncomeDocumentBody,
  IncomeEntriesBody,
  IncomeEntriesQuery,
  IncomeEntryBody,
  IncomeForm,
  IncomeImportedBody,
  IncomeQuery,
  ListDistributions,
  ListIncome,
  ListIncomeEntries,
  PropertyIncomeBody,
  ProposeDistribution,
  ProposeDistributionBody,
  RecordIncomeBody,
  RecordIncomeEntry,
  ReverseIncomeBody,
  ReverseIncomeEntry,
  StoreIncomeDocument,
  WithdrawDistribution,
} from '../investment/index.js'
import { UPLOAD_TOO_LARGE } from '../uploads.js'
import { UPLOAD_MISSING } from './errors.js'
import {
  DISTRIBUTION,
  ENTRY_ID,
  INCOME_DOCUMENT,
  INCOME_ENTRY,
  INCOME_ESTIMATE,
  INCOME_QUARTER,
  INVESTOR_INCOME,
  WATERFALL,
} from './examples/income.js'
import { PROPERTY_REF } from './examples/investing.js'
import { APPROVAL_ID, PROPERTY_ID } from './examples/property.js'
import type { Operation } from './operation.js'

const reason = 'The quarter is reconciled with the bank'
const params = { propertyId: PROPERTY_ID }
const { progress: _, checker: __, checkerReason: ___, declaredAt: ____, paidAt: _____, ...proposal } = DISTRIBUTION
const PROPOSED = { ...proposal, state: 'proposed', version: 1 }

export const income: readonly Operation[] = [
  {
    id: 'getPropertyIncome',
    method: 'get',
    path: '/api/properties/{id}/income',
    tag: 'properties',
    summary: 'Read what a property was to earn and what it earned',
    description:
      'By calendar quarter in Dubai, newest first, from the quarter in which its shares were registered; at most 40. For ' +
      'every property with a raise, whatever became of it. `target` is the offering’s, and not promised; `actual` is ' +
      'what was recorded. A response can be up to 30 seconds old.',
    calls: [GetPropertyIncome],
    params: { id: PROPERTY_ID },
    response: {
      status: 200,
      description: 'The income by quarter.',
      schema: PropertyIncomeBody,
      example: {
        ...{ success: true, property: PROPERTY_REF, raiseState: 'completed', targetYear: null, unitsIssued: 15_000 },
        ...{ reserveTargetFils: 1_500_000, reserveFils: 87_000, quarters: [INCOME_QUARTER] },
        asOf: '2027-04-03T08:00:00.000Z',
      },
    },
  },
  {
    id: 'listIncome',
    method: 'get',
    path: '/api/income',
    tag: 'investing',
    summary: 'List your distributions',
    description:
      'Newest first, each with its derivation. `amountFils` is the net income, divided by all units of the company and ' +
      'multiplied by yours; what remains after rounding down is given out by largest remainder, then oldest holding. ' +
      '`next` are estimates from the target of each offering, and not promised.',
    calls: [ListIncome],
    query: IncomeQuery,
    response: {
      status: 200,
      description: 'A page of distributions with totals.',
      schema: IncomeBody,
      example: {
        ...{ success: true, income: [INVESTOR_INCOME], next: [INCOME_ESTIMATE], count: 1 },
        totals: { receivedFils: 6_168, declaredFils: 0, cashFils: 6_168 },
      },
    },
  },
  {
    id: 'listIncomeEntries',
    method: 'get',
    path: '/api/finance/properties/{propertyId}/income',
    tag: 'finance',
    summary: 'Read a quarter of a property with its entries',
    calls: [ListIncomeEntries],
    params,
    query: IncomeEntriesQuery,
    response: {
      status: 200,
      description: 'The quarter with a page of entries, newest first. Each read is audited.',
      schema: IncomeEntriesBody,
      example: {
        ...{ success: true, property: PROPERTY_REF, raiseState: 'completed', period: '2027-Q1', periodState: 'closed' },
        ...{ waterfall: WATERFALL, target: null, vacancyDays: 0, arrearsFils: 0, distribution: DISTRIBUTION },
        balances: { operatingFils: 0, reserveFils: 87_000, reserveTargetFils: 1_500_000 },
        ...{ entries: [INCOME_ENTRY], count: 1 },
      },
    },
  },
  {
    id: 'recordIncomeEntry',
    method: 'post',
    path: '/api/finance/properties/{propertyId}/income',
    tag: 'finance',
    summary: 'Record rent, a cost, vacancy or arrears',
    description:
      'Entries never change. Rent and costs are booked at once; a cost is paid from the operating account, and what it ' +
      'lacks from the reserve.',
    calls: [RecordIncomeEntry],
    params,
    body: {
      schema: RecordIncomeBody,
      example: {
        ...{ period: '2027-Q1', fact: { kind: 'rent', amountFils: 2_900_000 }, date: '2027-01-04' },
        ...{ reference: INCOME_ENTRY.reference, documentSha256: INCOME_DOCUMENT.sha256 },
      },
    },
    response: {
      status: 200,
      description: 'The entry.',
      schema: IncomeEntryBody,
      example: { success: true, entry: INCOME_ENTRY },
    },
  },
  {
    id: 'storeIncomeDocument',
    method: 'post',
    path: '/api/finance/properties/{propertyId}/income/documents',
    tag: 'finance',
    summary: 'Upload the document of an entry',
    description:
      'A PDF or a JPEG, PNG or WebP picture of at most 10 MB; the type is read from its bytes. It is stored unchanged and ' +
      'encrypted. Entries name it by its hash.',
    calls: [StoreIncomeDocument],
    params,
    body: { schema: IncomeForm, contentType: 'multipart/form-data', example: { file: '(the bytes of invoice.pdf)' } },
    response: {
      status: 200,
      description: 'The stored document.',
      schema: IncomeDocumentBody,
      example: { success: true, document: INCOME_DOCUMENT },
    },
    errors: [UPLOAD_MISSING, UPLOAD_TOO_LARGE],
  },
  {
    id: 'getIncomeDocument',
    method: 'get',
    path: '/api/finance/properties/{propertyId}/income/documents/{sha256}',
    tag: 'finance',
    summary: 'Read a document of an entry',
    calls: [GetIncomeDocument],
    params: { ...params, sha256: INCOME_DOCUMENT.sha256 },
    response: { status: 200, description: 'The document. Each read is audited.', contentType: 'application/pdf' },
  },
  {
    id: 'importIncomeEntries',
    method: 'post',
    path: '/api/finance/properties/{propertyId}/income/import',
    tag: 'finance',
    summary: 'Record the rows of a file',
    description:
      'A CSV file in UTF-8 of at most 1 MB and 500 rows, with the columns `period`, `kind`, `category`, `amount`, ' +
      '`days`, `date` and `reference`. Amounts are AED. Every row is recorded, or none: `INCOME_FILE_REFUSED` reports ' +
      'each wrong row.',
    calls: [ImportIncomeEntries],
    params,
    body: { schema: IncomeForm, contentType: 'multipart/form-data', example: { file: '(the bytes of 2027-q1.csv)' } },
    response: {
      status: 200,
      description: 'The entries, in the order of the file.',
      schema: IncomeImportedBody,
      example: {
        ...{ success: true, document: { ...INCOME_DOCUMENT, contentType: 'text/csv' } },
        ...{ entries: [INCOME_ENTRY], count: 1 },
      },
    },
    errors: [UPLOAD_MISSING, UPLOAD_TOO_LARGE],
  },
  {
    id: 'reverseIncomeEntry',
    method: 'post',
    path: '/api/finance/income/{entryId}/reversal',
    tag: 'finance',
    summary: 'Reverse an entry',
    calls: [ReverseIncomeEntry],
    params: { entryId: ENTRY_ID },
    body: { schema: ReverseIncomeBody, example: { reason: 'Recorded twice by mistake' } },
    response: {
      status: 200,
      description: 'The entry that reverses it.',
      schema: IncomeEntryBody,
      example: {
        success: true,
        entry: { ...INCOME_ENTRY, amountFils: -INCOME_ENTRY.amountFils, reverses: ENTRY_ID, reason: 'Recorded twice' },
      },
    },
  },
  {
    id: 'listDistributions',
    method: 'get',
    path: '/api/finance/distributions',
    tag: 'finance',
    summary: 'List distributions, newest first',
    description: 'Also lists quarters that ended over 30 days ago with income that is not distributed.',
    calls: [ListDistributions],
    query: DistributionsQuery,
    response: {
      status: 200,
      description: 'A page of distributions. Each read is audited.',
      schema: DistributionsBody,
      example: { success: true, distributions: [DISTRIBUTION], overdue: [], count: 1 },
    },
  },
  {
    id: 'getDistribution',
    method: 'get',
    path: '/api/finance/distributions/{id}',
    tag: 'finance',
    summary: 'Read a distribution with its progress',
    calls: [GetDistribution],
    params: { id: APPROVAL_ID },
    response: {
      status: 200,
      description: 'The distribution. Each read is audited.',
      schema: DistributionBody,
      example: { success: true, distribution: DISTRIBUTION },
    },
  },
  {
    id: 'proposeDistribution',
    method: 'post',
    path: '/api/finance/distributions',
    tag: 'finance',
    summary: 'Propose to distribute the net income of a quarter',
    calls: [ProposeDistribution],
    body: {
      schema: ProposeDistributionBody,
      example: { propertyId: PROPERTY_ID, period: '2027-Q1', recordDate: '2027-03-31', reason },
    },
    response: {
      status: 200,
      description: 'The proposal, which another person decides.',
      schema: DistributionBody,
      example: { success: true, distribution: PROPOSED },
    },
  },
  {
    id: 'decideDistribution',
    method: 'post',
    path: '/api/finance/distributions/{id}/decision',
    tag: 'finance',
    summary: 'Approve or reject a distribution',
    description: 'An approved one is declared at once, and paid to the cash balance of each holder within minutes.',
    calls: [DecideDistribution],
    params: { id: APPROVAL_ID },
    body: { schema: DecideDistributionBody, example: { verdict: 'approve', reason } },
    response: {
      status: 200,
      description: 'The state after the decision.',
      schema: DistributionStateBody,
      example: { success: true, state: 'declared' },
    },
  },
  {
    id: 'withdrawDistribution',
    method: 'post',
    path: '/api/finance/distributions/{id}/withdrawal',
    tag: 'finance',
    summary: 'Withdraw your proposal of a distribution',
    calls: [WithdrawDistribution],
    params: { id: APPROVAL_ID },
    response: {
      status: 200,
      description: 'The state after the withdrawal.',
      schema: DistributionWithdrawnBody,
      example: { success: true, state: 'withdrawn' },
    },
  },
]
