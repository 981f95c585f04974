import type * as z from 'zod/mini'
import {
  errorsOfOperation,
  needsToken,
  operations,
  rolesOf,
  tags,
  type Operation,
  type OperationResponse,
} from '../http/index.js'
import type { ErrorContract } from '../result.js'
import { Components } from './components.js'
import { HEADERS, LIMIT_HEADERS, REQUEST_HEADERS, RETRY_AFTER } from './headers.js'
import type { Json } from './json-schema.js'
import { poolComponents, poolPath } from './openapi-pool.js'
import { errorName, PROBLEM, problemExample, problemName, problemSchema, publicErrors } from './problems.js'

const PROBLEM_TYPE = 'application/problem+json'
const DESCRIPTION = `The API of Hissa: fractional, tokenised ownership of UAE property.

Amounts named \`…Fils\` are integers, 100 to the dirham; \`amount\` and \`price\` are AED decimals. Times are ISO 8601 with an offset.

A failure is a problem detail (RFC 9457) with a stable \`code\`. Accept members, codes and values of enumerations that you do not know: later releases of the same major version may add them. Requests are counted: see the \`RateLimit\` headers.`

/** Returns the OpenAPI 3.1 description of the HTTP API, generated from its operations and contracts. */
export function openApi(version: string): Json {
  const components = new Components(operations.flatMap(schemasOf))
  const responses = new SharedResponses()
  const paths = pathsOf(components, responses)
  const problems = Object.fromEntries(publicErrors().map((error) => [problemName(error), problemSchema(error)]))
  const pool = poolComponents()
  return {
    openapi: '3.1.1',
    info: {
      title: 'Hissa',
      version,
      description: DESCRIPTION,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The origin that serves this document.' }],
    security: [],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: sorted({ ...components.usedBy(paths), Problem: PROBLEM, ...problems, ...pool.schemas }),
      responses: responses.all(),
      examples: Object.fromEntries(publicErrors().map((error) => [errorName(error), { value: problemExample(error) }])),
      headers: HEADERS,
      securitySchemes: {
        idToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The id token of the user pool (`/idp`).',
        },
      },
    },
  }
}

function pathsOf(components: Components, responses: SharedResponses): Json {
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method]: operationOf(operation, components, responses),
    }
  }
  return { ...paths, '/idp': poolPath() }
}

const schemasOf = ({ query, body, response }: Operation): z.ZodMiniType[] =>
  [query, body?.schema, response.schema].filter((schema) => schema !== undefined)

function operationOf(operation: Operation, components: Components, responses: SharedResponses): Json {
  const { id, tag, summary, body } = operation
  const parameters = parametersOf(operation, components)
  const text = descriptionOf(operation)
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(text && { description: text }),
    ...(needsToken(operation) && { security: [{ idToken: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [body.contentType ?? 'application/json']: {
            schema: components.use(body.schema, 'input'),
            example: body.example,
          },
        },
      },
    }),
    responses: { ...successesOf(operation, components), ...problemsOf(operation, responses) },
  }
}

function descriptionOf(operation: Operation): string {
  const roles = rolesOf(operation)
  const needs = roles.length > 0 ? `Requires the role ${roles.join(' or ')}.` : ''
  return [operation.description, needs].filter(Boolean).join('\n\n')
}

function parametersOf({ params = {}, query, headers = [] }: Operation, components: Components): Json[] {
  const inPath = Object.entries(params).map(([name, example]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 128 },
    example,
  }))
  return [
    ...inPath,
    ...(query ? queryParameters(query, components) : []),
    ...headers.map((name) => REQUEST_HEADERS[name]),
  ]
}

function queryParameters(query: z.ZodMiniObject, components: Components): Json[] {
  const { properties, required = [] } = components.resolve(query, 'input') as {
    properties: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

function successesOf(operation: Operation, components: Components): Json {
  const { response } = operation
  const statuses = [response.status, ...(response.additionalStatuses ?? [])]
  return Object.fromEntries(statuses.map((status) => [status, successOf(operation, components)]))
}

function successOf({ response, limited }: Operation, components: Components): Json {
  const headers = { ...(response.headers?.includes('ETag') && { ETag: refTo('ETag') }), ...limitHeaders(limited) }
  return {
    description: response.description,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: contentOf(response, components),
  }
}

function contentOf({ schema, contentType, example }: OperationResponse, components: Components): Json {
  const shown = example === undefined ? {} : { example }
  if (schema) return { [contentType ?? 'application/json']: { schema: components.use(schema, 'output'), ...shown } }
  const binary = !contentType!.startsWith('text/')
  return { [contentType!]: { schema: binary ? { type: 'string', format: 'binary' } : { type: 'string' }, ...shown } }
}

function problemsOf(operation: Operation, responses: SharedResponses): Json {
  const errors = errorsOfOperation(operation)
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = errors.filter((error) => error.status === status)
      return [status, responses.use(ofStatus, problemResponse(ofStatus, operation))]
    }),
  )
}

/** Returns the schema of all problems with one status; `code` distinguishes them. */
function problemResponse(errors: readonly ErrorContract[], { limited }: Operation): Json {
  const refs = errors.map((error) => ({ $ref: `#/components/schemas/${problemName(error)}` }))
  const mapping = Object.fromEntries(errors.map((error, index) => [error.code, refs[index]!.$ref]))
  const isLimit = errors.some(({ status }) => status === 429)
  const headers = { ...limitHeaders(limited), ...(isLimit && { 'Retry-After': refTo(RETRY_AFTER) }) }
  return {
    description: errors.map(({ code, description }) => `\`${code}\`: ${description}`).join('\n\n'),
    ...(Object.keys(headers).length > 0 && { headers }),
    content: {
      [PROBLEM_TYPE]: {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs, discriminator: { propertyName: 'code', mapping } },
        examples: Object.fromEntries(
          errors.map((error) => [error.code, { $ref: `#/components/examples/${errorName(error)}` }]),
        ),
      },
    },
  }
}

/** Responses that several operations share, each written once. */
class SharedResponses {
  private readonly responses = new Map<string, Json>()

  /** Returns a reference to the response for these errors. */
  use(errors: readonly ErrorContract[], response: Json): Json {
    const counted = 'headers' in response ? '' : '_UNLIMITED'
    const name = `${errors.map(errorName).join('.')}${counted}`
    this.responses.set(name, response)
    return { $ref: `#/components/responses/${name}` }
  }

  all(): Json {
    return Object.fromEntries([...this.responses].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}

const refTo = (name: string) => ({ $ref: `#/components/headers/${name}` })
const limitHeaders = (limited = true): Json =>
  limited ? Object.fromEntries(LIMIT_HEADERS.map((name) => [name, refTo(name)])) : {}
const sorted = (entries: Json): Json => Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)))
