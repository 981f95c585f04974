import {
  GetStatement,
  GetStatementKeys,
  ListStatements,
  STATEMENT_TYPES,
  type StatementFormat,
  StatementQuery,
} from '../investment/index.js'
import { STATEMENT_KEY, STATEMENT_MONTH, STATEMENT_YEAR } from './examples/statements.js'
import { success, type Operation } from './operation.js'

const tag = 'investing'

const KINDS: Readonly<Record<StatementFormat, string>> = {
  json: 'JSON: the figures and the signature',
  pdf: 'PDF, with the signature as a QR code',
  csv: 'CSV, with the signature in its last line',
  xlsx: 'Excel, with the lines of the CSV file; the line `seal` has the hash and signature of the figures',
}

const file = (format: StatementFormat): Operation => ({
  id: `getStatement${format.charAt(0).toUpperCase()}${format.slice(1)}`,
  method: 'get',
  path: `/api/statements/${format}`,
  tag,
  summary: `Read a statement of your account as ${format.toUpperCase()}`,
  description:
    `${KINDS[format]}. With \`from\` and \`to\`, days in Dubai, it states every movement of your cash between them. With ` +
    '`year`, it states what a tax adviser needs of that year. JSON, PDF and CSV can be verified offline with ' +
    '`verifiers/statement.mjs` and the public key.',
  calls: [GetStatement],
  query: StatementQuery,
  headers: ['Accept-Language'],
  response: { status: 200, description: 'The statement.', contentType: STATEMENT_TYPES[format] },
})

export const statements: readonly Operation[] = [
  {
    id: 'listStatements',
    method: 'get',
    path: '/api/statements',
    tag,
    summary: 'List the months and years that your statements can cover',
    calls: [ListStatements],
    response: {
      status: 200,
      description: 'Newest first. A period that still runs is not `complete`; its statement ends yesterday.',
      schema: success(ListStatements.output),
      example: { success: true, months: [STATEMENT_MONTH], years: [STATEMENT_YEAR], count: 2 },
    },
  },
  file('json'),
  file('pdf'),
  file('csv'),
  file('xlsx'),
  {
    id: 'getStatementKeys',
    method: 'get',
    path: '/api/statements/keys',
    tag,
    summary: 'Read the public keys of statements',
    description: 'Keep them: with the key, a statement is verified without Hissa.',
    calls: [GetStatementKeys],
    response: {
      status: 200,
      description: 'The key that signs statements.',
      schema: success(GetStatementKeys.output),
      example: { success: true, keys: [STATEMENT_KEY] },
    },
  },
]
