/**
 * The version of the HTTP API and of the calls between services (semantic versioning). A breaking change requires the
 * next major version. Events are versioned separately, in their type.
 */
export const API_VERSION = '1.0.0'
