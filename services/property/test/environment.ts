import type { TestEngines } from '@hissa/testing-engines'

/** Returns the settings of a property service on these engines; it verifies no token unless `pool` names a user pool. */
export const environmentOf = (
  { mongoUri, natsUrl, dbPrefix }: TestEngines,
  pool: Record<string, string> = {
    JWKS_URL: 'http://127.0.0.1:9/jwks.json',
    ISSUER: 'http://localhost:8080/idp/pool',
    CLIENT_ID: 'hissaweb',
  },
): Record<string, string> => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  LOCAL_MODE: '1',
  MONGODB_URI: mongoUri,
  MONGODB_DB_PREFIX: dbPrefix,
  NATS_URL: natsUrl,
  PUBLIC_URL: 'http://localhost:8080',
  PROPERTY_MASTER_KEY: Buffer.alloc(32, 6).toString('base64'),
  ...pool,
})
