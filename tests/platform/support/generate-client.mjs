// `node generate-client.mjs <address of an OpenAPI document> <folder>`: generates a client in TypeScript.
import { createClient } from '@hey-api/openapi-ts'

const [input, path] = process.argv.slice(2)
await createClient({
  input,
  output: { path, module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent', file: false },
})
