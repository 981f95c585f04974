import { API_VERSION, asyncApi, openApi } from '@hissa/contracts/documents'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger'
import type { FastifyInstance } from 'fastify'

/**
 * Serves `/api/openapi.json` and `/api/asyncapi.json`, which are generated from the contracts at the first request, and
 * the reference `/api/docs`. None of them loads from another host.
 */
export function serveDocuments(app: NestFastifyApplication): void {
  let events: object | undefined
  SwaggerModule.setup('api/docs', app, () => openApi(API_VERSION) as unknown as OpenAPIObject, {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
  })
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance()
  fastify.get('/api/asyncapi.json', (_request, reply) => reply.send((events ??= asyncApi(API_VERSION))))
}

// The reference's page has an inline style element; its scripts are files.
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** Sets a policy that lets the reference's page run. Call it after the security headers are registered. */
export function allowDocs(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/docs')) void reply.header('content-security-policy', DOCS_POLICY)
    done()
  })
}
