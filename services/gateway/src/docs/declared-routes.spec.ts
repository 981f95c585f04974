import 'reflect-metadata'
import { SignedInGuard } from '@hissa/auth'
import { needsToken, operations, routeOf } from '@hissa/contracts/http'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { RequestMethod, type Type } from '@nestjs/common'
import Fastify, { type FastifyInstance } from 'fastify'
import { controllers } from '../gateway.module.js'
import { requireDeclaredRoutes } from './declared-routes.js'

describe('requireDeclaredRoutes', () => {
  let fastify: FastifyInstance
  let compare: () => void

  beforeEach(() => {
    fastify = Fastify()
    compare = requireDeclaredRoutes(fastify)
  })
  afterEach(() => fastify.close())

  const route = (method: string, path: string) =>
    fastify.route({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1'), handler: () => 'ok' })
  const addDeclared = (except?: string) => {
    for (const { method, path, id } of operations) {
      if (id !== except && !path.startsWith('/idp')) route(method.toUpperCase(), path)
    }
  }

  it('accepts the declared routes, the API reference and pages', () => {
    addDeclared()
    for (const path of ['/api/docs', '/api/docs/swagger-ui.css', '/api/openapi.yaml', '/api/*', '/*', '/ws/events'])
      route('GET', path)
    expect(compare).not.toThrow()
  })

  it('names a route without an operation', () => {
    addDeclared()
    route('POST', '/api/orders/{id}/gift')
    expect(compare).toThrow(
      'routes without a declared operation: POST /api/orders/{id}/gift; operations without a route: none',
    )
  })

  it('names an operation without a route', () => {
    addDeclared('getOrder')
    expect(compare).toThrow('operations without a route: GET /api/orders/{id}')
  })
})

interface Argument {
  data?: unknown
  schema?: unknown
}
const [BODY, QUERY, PARAM] = ['3', '4', '5']

/** Returns the metadata that Nest has for each route of a controller. */
function routesOf(controller: Type) {
  const prefix = Reflect.getMetadata('path', controller) as string
  const guards = (Reflect.getMetadata('__guards__', controller) ?? []) as unknown[]
  return Object.getOwnPropertyNames(controller.prototype).flatMap((name) => {
    const handler = (controller.prototype as Record<string, object>)[name]!
    const verb = Reflect.getMetadata('method', handler) as RequestMethod | undefined
    if (verb === undefined) return []
    const path = `/${prefix}/${Reflect.getMetadata('path', handler) as string}`
    const taken = Object.entries(
      (Reflect.getMetadata('__routeArguments__', controller, name) ?? {}) as Record<string, Argument>,
    )
    const schemaOf = (kind: string) => taken.find(([key]) => key.startsWith(`${kind}:`))?.[1].schema
    return [
      {
        route: `${RequestMethod[verb]} ${path.replace(/\/+$/, '').replaceAll(/:(\w+)/g, '{$1}')}`,
        status:
          (Reflect.getMetadata('__httpCode__', handler) as number | undefined) ??
          (verb === RequestMethod.POST ? 201 : 200),
        needsToken: guards.includes(SignedInGuard),
        body: schemaOf(BODY),
        query: schemaOf(QUERY),
        params: taken.filter(([key]) => key.startsWith(`${PARAM}:`)).map(([, { data }]) => String(data)),
        sendsItself: taken.some(([key]) => key.startsWith('1:')),
      },
    ]
  })
}

describe('controllers', () => {
  const routes = controllers.flatMap(routesOf)

  it('have routes', () => expect(routes.length).toBeGreaterThan(35))

  it.each(routes)('serve $route with the input and output that its operation declares', (found) => {
    const operation = operations.find((one) => routeOf(one) === found.route)!
    const parsesParts = operation.body?.contentType === 'multipart/form-data'
    expect(found.body === operation.body?.schema || parsesParts).toBe(true)
    expect(found.query === operation.query).toBe(true)
    expect(found.params.sort()).toEqual(Object.keys(operation.params ?? {}).sort())
    expect(found.needsToken).toBe(needsToken(operation))
    if (!found.sendsItself) expect(found.status).toBe(operation.response.status)
  })
})
