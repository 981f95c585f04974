import * as z from 'zod/mini'
import type { Operation } from './operation.js'

const tag = 'platform'

/** `GET /config.json`: what a client needs before its first request. */
export const PublicConfig = z.object({
  version: z.string(),
  region: z.string(),
  /** The user pool, in the settings of its client libraries. */
  idp: z.object({ endpoint: z.string(), userPoolId: z.string(), clientId: z.string(), issuer: z.string() }),
  publicUrl: z.string(),
  stripePublishableKey: z.string(),
  /** Address of Stripe.js, for the pages that pay and save cards. */
  stripeJsUrl: z.string(),
  chainId: z.nullable(z.int()),
  regulatorLine: z.string(),
  /** The company, the days within which it answers a complaint and the bank of the client money; null if not set. */
  companyLine: z.nullable(z.string()),
  complaintsAnswerDays: z.nullable(z.int()),
  clientMoneyBank: z.nullable(z.string()),
  contactEmail: z.string(),
  sandbox: z.boolean(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

/** `GET /readyz` */
export const ReadinessReport = z.object({
  status: z.enum(['ready', 'degraded', 'unavailable', 'draining']),
  /** What does not respond: `bus`, or names of services. */
  missing: z.array(z.string()),
  /** For each service `ok`, `no answer`, or its missing parts. */
  services: z.record(z.string(), z.string()),
})
export type ReadinessReport = z.infer<typeof ReadinessReport>

const document = (id: string, path: `/${string}`, summary: string): Operation => ({
  id,
  method: 'get',
  path,
  tag,
  summary,
  calls: [],
  response: { status: 200, description: 'The document.', schema: z.looseObject({}) },
})

export const platform: readonly Operation[] = [
  {
    id: 'getConfiguration',
    method: 'get',
    path: '/config.json',
    tag,
    summary: 'Read the configuration of the platform',
    calls: [],
    response: {
      status: 200,
      description: 'Addresses and public keys. None of them is secret.',
      schema: PublicConfig,
      example: {
        version: '1.0.0',
        region: 'ap-southeast-1',
        idp: {
          endpoint: 'http://localhost:8080/idp/',
          userPoolId: 'ap-southeast-1_HissaLocal',
          clientId: 'hissaweb',
          issuer: 'http://localhost:8080/idp/ap-southeast-1_HissaLocal',
        },
        publicUrl: 'http://localhost:8080',
        stripePublishableKey: 'pk_test_hissa',
        stripeJsUrl: 'https://js.stripe.com/endive/stripe.js',
        chainId: null,
        regulatorLine: 'Demonstration',
        companyLine: null,
        complaintsAnswerDays: null,
        clientMoneyBank: null,
        contactEmail: 'contact@hissa.test',
        sandbox: true,
      },
    },
  },
  document('getOpenApi', '/api/openapi.json', 'Read this document'),
  document('getAsyncApi', '/api/asyncapi.json', 'Read the catalogue of events'),
  {
    id: 'getHealth',
    method: 'get',
    path: '/healthz',
    tag,
    summary: 'Check that the gateway is running',
    calls: [],
    limited: false,
    response: { status: 200, description: 'The gateway is running.', contentType: 'text/plain', example: 'ok' },
  },
  {
    id: 'getReadiness',
    method: 'get',
    path: '/readyz',
    tag,
    summary: 'Read the readiness of each service',
    description: '503 with the same body while the platform is `unavailable` or `draining`.',
    calls: [],
    limited: false,
    response: {
      status: 200,
      description: '`ready`, or `degraded` while a service is not responding.',
      schema: ReadinessReport,
      example: {
        status: 'degraded',
        missing: ['kyc'],
        services: { identity: 'ok', property: 'ok', investment: 'ok', kyc: 'no answer' },
      },
      additionalStatuses: [503],
    },
  },
]
