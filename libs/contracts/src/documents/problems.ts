import * as approvals from '../approvals/index.js'
import * as chat from '../chat/index.js'
import * as common from '../errors.js'
import { errorsOfOperation, operations } from '../http/index.js'
import * as http from '../http/errors.js'
import * as identity from '../identity/index.js'
import * as investment from '../investment/index.js'
import * as kyc from '../kyc/index.js'
import * as property from '../property/index.js'
import * as tokenisation from '../tokenisation/index.js'
import { problemTitle, type ErrorContract } from '../result.js'
import { PROBLEM_EXAMPLES } from './problem-examples.js'
import { jsonSchema, type Json } from './json-schema.js'

const isError = (value: unknown): value is ErrorContract =>
  typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'extra' in value

const nameOf = new Map<ErrorContract, string>(
  [common, approvals, identity, property, investment, kyc, tokenisation, chat, http].flatMap((exports) =>
    Object.entries(exports as Json).flatMap(([name, value]) => (isError(value) ? [[value, name] as const] : [])),
  ),
)

/** Returns the exported name of an error. Two errors may share a code but not a name. */
export function errorName(error: ErrorContract): string {
  const name = nameOf.get(error)
  if (name === undefined) throw new Error(`${error.code} is not exported by its area`)
  return name
}

/** Returns the name of an error's schema: `RaiseNotOpenProblem`. */
export const problemName = (error: ErrorContract): string =>
  `${errorName(error)
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')}Problem`

const text = { type: 'string' }

/** The members of every problem detail (RFC 9457), and those that the API adds to every failure. */
export const PROBLEM: Json = {
  type: 'object',
  properties: {
    type: { ...text, description: 'A path that identifies the kind of problem.' },
    title: text,
    status: { type: 'integer' },
    detail: { ...text, description: 'What happened and what to do, for people.' },
    code: { ...text, description: 'Stable. Decide on it, not on the text.' },
    instance: { ...text, description: '`urn:trace:` and the id of the trace, for support.' },
    success: { type: 'boolean', const: false },
    error: { ...text, description: 'The same as `detail`.' },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'success', 'error'],
}

/** Returns the schema of the problem detail for an error. */
export function problemSchema({ code, status, extra, description }: ErrorContract): Json {
  const { properties = {}, required = [] } = jsonSchema(extra, 'output') as { properties?: Json; required?: string[] }
  const own = { status: { type: 'integer', const: status }, code: { ...text, const: code }, ...properties }
  return {
    description,
    allOf: [
      { $ref: '#/components/schemas/Problem' },
      { type: 'object', properties: own, required: ['status', 'code', ...required] },
    ],
  }
}

/** Returns an example of the problem detail for an error, with its members. */
export function problemExample(error: ErrorContract): Json {
  const { code, status } = error
  const { detail = error.description, ...extra } = PROBLEM_EXAMPLES[errorName(error)] ?? {}
  return {
    type: `/problems/${code.toLowerCase().replaceAll('_', '-')}`,
    title: problemTitle(code),
    status,
    detail,
    code,
    instance: 'urn:trace:4bf92f3577b34da6a3ce929d0e0e4736',
    ...extra,
    success: false,
    error: detail,
  }
}

/** Returns every error that an operation of the API can end with. */
export const publicErrors = (): ErrorContract[] => [...new Set(operations.flatMap(errorsOfOperation))]
