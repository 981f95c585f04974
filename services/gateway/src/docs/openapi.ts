import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyInstance } from 'fastify'
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger'
import * as z from 'zod/mini'

type Options = NonNullable<Parameters<typeof SwaggerModule.createDocument>[2]>

/** Swagger asks a schema for its own JSON form, which zod/mini does not carry; zod makes it from outside. */
const standardSchemaConverter = ((schema: unknown, { schemaType }: { schemaType: 'input' | 'output' }) => {
  const json = z.toJSONSchema(schema as z.ZodMiniType, {
    target: 'openapi-3.0',
    io: schemaType,
    unrepresentable: 'any',
  })
  const { $schema: _dialect, definitions, ...rest } = json as Record<string, unknown>
  return { schema: rest, components: definitions ?? {} }
}) as unknown as Options extends { standardSchemaConverter?: infer C } ? C : never

/** Serves `/api/openapi.json` and, for people, `/api/docs`; both work without any other host. */
export function serveOpenApi(app: NestFastifyApplication, version: string): void {
  const config = new DocumentBuilder()
    .setTitle('Hissa')
    .setDescription('Amounts named `…Fils` are integers, 100 to the dirham; `amount` and `price` are AED decimals.')
    .setVersion(version)
    .addBearerAuth()
    .build()
  const document = SwaggerModule.createDocument(app, config, { standardSchemaConverter })
  SwaggerModule.setup('api/docs', app, document, {
    jsonDocumentUrl: 'api/openapi.json',
    yamlDocumentUrl: 'api/openapi.yaml',
  })
}

// The reference's own page has a style element; its scripts are files.
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** Lets the reference's page run; to be called after the headers of every answer are set up. */
export function allowDocs(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api/docs')) void reply.header('content-security-policy', DOCS_POLICY)
    done()
  })
}
