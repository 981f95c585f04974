import { defineError } from '../result.js'

export const BAD_REQUEST = defineError({
  code: 'BAD_REQUEST',
  status: 400,
  description:
    'The request could not be read: its body is not valid JSON, its address is not valid, or it does not name exactly one host, and ours.',
})

export const PRECONDITION_INVALID = defineError({
  code: 'PRECONDITION_INVALID',
  status: 400,
  description: 'If-Match is not an entity tag of this resource. Send the ETag that the resource was read with.',
})

export const REQUEST_TIMEOUT = defineError({
  code: 'REQUEST_TIMEOUT',
  status: 408,
  description: 'The request did not arrive in time: 5 seconds for its headers, 120 seconds for all of it.',
})

export const BODY_TOO_LARGE = defineError({
  code: 'BODY_TOO_LARGE',
  status: 413,
  description: 'The body is larger than this operation accepts.',
})

export const URL_TOO_LONG = defineError({
  code: 'URL_TOO_LONG',
  status: 414,
  description: 'The address is longer than 2 KB.',
})

export const UNSUPPORTED_MEDIA_TYPE = defineError({
  code: 'UNSUPPORTED_MEDIA_TYPE',
  status: 415,
  description: 'The content type of the body is not one that this operation accepts.',
})

export const UPLOAD_MISSING = defineError({
  code: 'UPLOAD_MISSING',
  status: 422,
  description: 'The form has no part named `file`.',
})

export const HEADERS_TOO_LARGE = defineError({
  code: 'HEADERS_TOO_LARGE',
  status: 431,
  description: 'The headers are larger than 16 KB.',
})
