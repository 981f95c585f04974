import { calls, events } from '../bus/index.js'
import { errorsOf } from '../errors.js'
import type { RpcContract } from '../core.js'
import { asyncApi } from './asyncapi.js'
import { jsonSchema, schemaDocument, type Json } from './json-schema.js'
import { openApi } from './openapi.js'
import { API_VERSION } from './version.js'

/** Returns every committed schema by its path below `libs/contracts/schemas`. */
export function schemaFiles(): Record<string, Json> {
  return {
    ...Object.fromEntries(
      events.map(({ type, data }) => [`events/${type}.json`, schemaDocument(type, data, 'output')]),
    ),
    ...Object.fromEntries(calls.map((call) => [`calls/${call.name}.json`, callDocument(call)])),
    'openapi.json': openApi(API_VERSION),
    'asyncapi.json': asyncApi(API_VERSION),
  }
}

const callDocument = (call: RpcContract): Json => ({
  name: call.name,
  access: call.access,
  ...(call.callers && { callers: call.callers }),
  timeoutMs: call.timeoutMs,
  input: jsonSchema(call.input, 'input'),
  output: jsonSchema(call.output, 'output'),
  errors: errorsOf(call).map(({ code, status, extra }) => {
    const { properties = {}, required = [] } = jsonSchema(extra, 'output') as { properties?: Json; required?: string[] }
    return Object.keys(properties).length > 0
      ? { code, status, members: { type: 'object', properties, required } }
      : { code, status }
  }),
})
