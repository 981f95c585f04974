import { describe, expect, it } from '@jest/globals'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import * as z from 'zod/mini'
import { calls } from '../bus/index.js'
import { errorsOfOperation, operations, routeOf } from '../http/index.js'
import { poolActions } from '../pool/index.js'
import { openApi } from './openapi.js'
import { PROBLEM_EXAMPLES } from './problem-examples.js'
import { errorName, problemExample, publicErrors } from './problems.js'

interface Document {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { headers?: object; content?: object; $ref?: string }> }>
  >
  components: { responses: Record<string, { headers?: object; content?: object }> }
}
const document = openApi('1.0.0') as unknown as Document
const responsesOf = (path: string, method: string) =>
  Object.entries(document.paths[path]![method]!.responses).map(([status, response]) => ({
    status,
    ...(response.$ref ? document.components.responses[response.$ref.split('/').at(-1)!]! : response),
  }))

const lint = async (source: object) => {
  const config = await createConfig({ extends: ['recommended'] })
  const found = await lintFromString({ source: JSON.stringify(source), absoluteRef: 'openapi.json', config })
  return found.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`)
}

describe('openApi', () => {
  it('passes the recommended rules of Redocly without an error or warning', async () => {
    expect(await lint(document)).toEqual([])
    const { info: _, ...incomplete } = openApi('1.0.0')
    expect(await lint(incomplete)).not.toEqual([])
  })

  it('gives each operation a unique id, method and path', () => {
    for (const keyOf of [routeOf, ({ id }: { id: string }) => id] as const) {
      const keys = operations.map(keyOf)
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    }
  })

  it('includes every call that is not for services only', () => {
    const offered = new Set(operations.flatMap((operation) => operation.calls))
    expect(calls.filter((call) => call.access !== 'service' && !offered.has(call))).toEqual([])
  })

  it('gives each response a schema, and each rate-limited response its headers', () => {
    for (const { path, method, limited = true } of operations) {
      for (const { status, content, headers } of responsesOf(path, method)) {
        expect([path, status, Object.keys(content ?? {}).length]).toEqual([path, status, 1])
        if (limited) expect(headers).toMatchObject({ RateLimit: {}, 'RateLimit-Policy': {} })
      }
    }
  })

  it('distinguishes the problems of an operation by status and code', () => {
    for (const operation of operations) {
      const keys = errorsOfOperation(operation).map(({ status, code }) => `${operation.id} ${status} ${code}`)
      expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
    }
  })

  it('requires a token exactly where the calls behind an operation do', () => {
    const { security } = document.paths['/api/orders']!['get'] as unknown as { security: unknown }
    expect(security).toEqual([{ idToken: [] }])
    expect(document.paths['/api/properties']!['get']).not.toHaveProperty('security')
  })
})

describe('examples', () => {
  const keeps = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).data

  it.each(operations.filter(({ response }) => response.schema))(
    'of $id match the contract and have only its members',
    ({ response, body }) => {
      if (response.example !== undefined) expect(keeps(response.schema!, response.example)).toEqual(response.example)
      if (body && !body.contentType) expect(keeps(body.schema, body.example)).toEqual(body.example)
    },
  )

  it('exist for every JSON body with a specific schema', () => {
    const documents = ['getOpenApi', 'getAsyncApi']
    const without = operations.filter(
      ({ id, response }) => response.schema && response.example === undefined && !documents.includes(id),
    )
    expect(without.map(({ id }) => id)).toEqual([])
  })

  it.each(Object.entries(poolActions))('match the contract of the action %s', (_, action) => {
    expect(keeps(action.request, action.example)).toEqual(action.example)
    expect(keeps(action.answer, action.answerExample)).toEqual(action.answerExample)
  })

  it('have the members that the errors of problems declare', () => {
    for (const error of publicErrors()) {
      expect([errorName(error), z.safeParse(error.extra, problemExample(error)).error]).toEqual([
        errorName(error),
        undefined,
      ])
    }
    const names = new Set(publicErrors().map(errorName))
    expect(Object.keys(PROBLEM_EXAMPLES).filter((name) => !names.has(name))).toEqual([])
  })
})
