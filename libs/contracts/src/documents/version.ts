/**
 * The version of the HTTP API and of the calls between services (semantic versioning). A breaking change needs the next
 * major version; events have a version of their own in their type.
 */
export const API_VERSION = '1.0.0'
