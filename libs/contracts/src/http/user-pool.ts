import { KeySet, PoolConfiguration } from '../pool/index.js'
import type { Operation } from './operation.js'

const tag = 'user pool'
const params = { userPoolId: 'ap-southeast-1_HissaLocal' }
const issuer = 'http://localhost:8080/idp/ap-southeast-1_HissaLocal'

/**
 * The discovery document and keys for token verifiers. The pool's actions are one operation, generated from
 * `poolActions`.
 */
export const userPool: readonly Operation[] = [
  {
    id: 'getSigningKeys',
    method: 'get',
    path: '/idp/{userPoolId}/.well-known/jwks.json',
    tag,
    summary: 'Read the keys that sign tokens',
    calls: [],
    params,
    response: {
      status: 200,
      description: 'The public keys.',
      schema: KeySet,
      example: { keys: [{ kty: 'RSA', kid: 'k1', alg: 'RS256', use: 'sig', n: 'sXch', e: 'AQAB' }] },
    },
  },
  {
    id: 'getUserPoolConfiguration',
    method: 'get',
    path: '/idp/{userPoolId}/.well-known/openid-configuration',
    tag,
    summary: 'Read the configuration of the user pool',
    calls: [],
    params,
    response: {
      status: 200,
      description: 'The configuration.',
      schema: PoolConfiguration,
      example: {
        issuer,
        jwks_uri: `${issuer}/.well-known/jwks.json`,
        id_token_signing_alg_values_supported: ['RS256'],
        response_types_supported: ['token'],
        subject_types_supported: ['public'],
        scopes_supported: ['openid', 'email', 'phone', 'profile'],
        claims_supported: ['sub', 'email', 'email_verified', 'name'],
      },
    },
  },
]
