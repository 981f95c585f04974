import type * as z from 'zod/mini'
import * as answers from '../pool/answers.js'
import {
  COMMON_POOL_ERRORS,
  poolActions,
  poolErrors,
  targetOf,
  TARGET_ERRORS,
  type PoolAction,
  type PoolErrorType,
} from '../pool/index.js'
import * as requests from '../pool/requests.js'
import { jsonSchema, type Json } from './json-schema.js'

const POOL_JSON = 'application/x-amz-json-1.1'
const actions: [string, PoolAction][] = Object.entries(poolActions)
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
/**
 * Returns the schema that documents show. The two requests differ only in ignored metadata, so `oneOf` could not
 * distinguish their bodies.
 */
const shown = (request: z.ZodMiniType) =>
  request === requests.ForgotPasswordRequest ? requests.ResendConfirmationCodeRequest : request
const exportName = (exports: object, schema: z.ZodMiniType) =>
  `Pool${Object.entries(exports).find(([, value]) => value === schema)![0]}`
const requestName = ({ request }: PoolAction) => exportName(requests, shown(request))
const answerName = ({ answer }: PoolAction) => exportName(answers, answer)
const unique = (names: readonly string[]) => [...new Set(names)]
const errorName = (type: string) => `Pool${type}Error`

/**
 * Returns the single operation of the user pool. A header names the action, which determines the request and response
 * bodies.
 */
export function poolPath(): Json {
  return {
    post: {
      operationId: 'callUserPool',
      tags: ['user pool'],
      summary: 'Call an action of the user pool',
      description: `As a Cognito user pool answers it, so that client libraries for Cognito work unmodified. Each action may also end with ${list(COMMON_POOL_ERRORS)}.\n\n${actions.map(describe).join('\n')}`,
      security: [],
      parameters: [
        {
          name: 'X-Amz-Target',
          in: 'header',
          required: true,
          description: 'The action.',
          schema: { type: 'string', enum: actions.map(([name]) => targetOf(name)) },
          example: targetOf('SignUp'),
        },
      ],
      requestBody: {
        required: true,
        content: {
          [POOL_JSON]: {
            schema: { oneOf: unique(actions.map(([, action]) => requestName(action))).map(refTo) },
            examples: examplesOf(({ example }) => example),
          },
        },
      },
      responses: {
        200: {
          description: 'The result of the action.',
          content: {
            [POOL_JSON]: {
              schema: { anyOf: unique(actions.map(([, action]) => answerName(action))).map(refTo) },
              examples: examplesOf(({ answerExample }) => answerExample),
            },
          },
        },
        400: failure((status) => status === 400),
        500: failure((status) => status === 500),
      },
    },
  }
}

const list = (types: readonly string[]) => types.map((type) => `\`${type}Exception\``).join(', ')
const describe = ([name, { summary, errors }]: [string, PoolAction]) =>
  `- \`${name}\`: ${summary}${errors.length > 0 ? ` Errors: ${list(errors)}.` : ''}`
const examplesOf = (pick: (action: PoolAction) => unknown): Json =>
  Object.fromEntries(actions.map(([name, action]) => [name, { value: pick(action) }]))

const typesWith = (accepts: (status: number) => boolean): PoolErrorType[] => {
  const declared = new Set<string>([
    ...COMMON_POOL_ERRORS,
    ...TARGET_ERRORS,
    ...actions.flatMap(([, { errors }]) => errors),
  ])
  return (Object.keys(poolErrors) as PoolErrorType[]).filter(
    (type) => declared.has(type) && accepts(poolErrors[type].status),
  )
}

function failure(accepts: (status: number) => boolean): Json {
  const types = typesWith(accepts)
  const refs = types.map((type) => refTo(errorName(type)))
  return {
    description: types.map((type) => `\`${type}Exception\`: ${poolErrors[type].description}`).join('\n\n'),
    content: {
      [POOL_JSON]: {
        schema: refs.length === 1 ? refs[0] : { oneOf: refs },
        examples: Object.fromEntries(
          types.map((type) => [type, { value: { __type: `${type}Exception`, message: poolErrors[type].description } }]),
        ),
      },
    },
  }
}

/** Returns the schemas of the pool's requests, responses and errors. */
export function poolComponents(): { schemas: Json } {
  const bodies = actions.flatMap(([, action]) => [
    // Closed, so that `oneOf` matches a single action. The server ignores additional members.
    [requestName(action), { ...jsonSchema(shown(action.request), 'input'), additionalProperties: false }],
    [answerName(action), jsonSchema(action.answer, 'output')],
  ])
  const errors = typesWith(() => true).map((type) => [
    errorName(type),
    {
      type: 'object',
      description: poolErrors[type].description,
      properties: { __type: { type: 'string', const: `${type}Exception` }, message: { type: 'string' } },
      required: ['__type', 'message'],
    },
  ])
  return { schemas: Object.fromEntries([...bodies, ...errors]) as Json }
}
