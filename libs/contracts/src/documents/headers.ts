import type { RequestHeader } from '../http/operation.js'
import type { Json } from './json-schema.js'

const text = { type: 'string' }

/** Headers of responses to rate-limited requests. */
export const LIMIT_HEADERS = ['RateLimit', 'RateLimit-Policy'] as const
export const RETRY_AFTER = 'Retry-After'

/** Response headers. */
export const HEADERS: Json = {
  RateLimit: {
    description: 'What is left of the limit: `r` requests, which is renewed after `t` seconds.',
    schema: text,
    example: '"writes";r=119;t=60',
  },
  'RateLimit-Policy': {
    description: 'The limit: `q` requests in `w` seconds. Reads are counted for each address, writes for each user.',
    schema: text,
    example: '"writes";q=120;w=60',
  },
  [RETRY_AFTER]: { description: 'Seconds after which to try again.', schema: { type: 'integer' }, example: 30 },
  ETag: { description: 'The version that was read or saved, for `If-Match`.', schema: text, example: '"2"' },
}

/** Request headers, as parameters of the operations that read them. */
export const REQUEST_HEADERS: Record<RequestHeader, Json> = {
  'Accept-Language': {
    name: 'Accept-Language',
    in: 'header',
    description: 'The language of texts in the response: en, ar, fr or es. English where a text does not exist in it.',
    schema: text,
    example: 'en',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key of your own, such as a UUID. The same request under the same key has the same effect and response once more; ' +
      'another request under it is refused with `IDEMPOTENCY_KEY_REUSED`.',
    schema: { ...text, minLength: 1, maxLength: 128 },
    example: '6f1c0d5e-2f0b-4f7e-9d5c-0b6f4c1f8a11',
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` that was read. If it has changed since, the response is `VERSION_CONFLICT`.',
    schema: { ...text, pattern: '^"\\d{1,15}"$' },
    example: '"2"',
  },
  'Stripe-Signature': {
    name: 'Stripe-Signature',
    in: 'header',
    required: true,
    description: 'Time and HMAC of the body, by the signing secret of the endpoint.',
    schema: { ...text, maxLength: 4_096 },
    example: 't=1795338000,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd',
  },
  'Upload-Key': {
    name: 'Upload-Key',
    in: 'header',
    required: true,
    description: 'The key that the phone got in exchange for the token of its link.',
    schema: { ...text, pattern: '^[\\w-]{43}$' },
    example: 'dGhpcyBpcyBhbiBleGFtcGxlIG9mIGFuIHVwbG9hZCE',
  },
}
