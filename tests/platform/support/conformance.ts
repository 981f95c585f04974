import { errorsOfOperation, operations, type Operation } from '@hissa/contracts/http'

/** Returns the operations that match this path. */
const at = (pathname: string): Operation[] =>
  operations.filter(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname))

/** Returns whether an operation at this address declares this problem; true where there is no operation. */
export function declaresProblem(url: string, { status, code }: { status: number; code: unknown }): boolean {
  const found = at(new URL(url).pathname)
  return (
    found.length === 0 ||
    found.flatMap(errorsOfOperation).some((error) => error.status === status && error.code === code)
  )
}

/** Makes `fetch` fail on an undeclared response of the API below `baseUrl`; returns a function that restores it. */
export function checkAnswers(baseUrl: string): () => void {
  const { fetch: plain } = globalThis
  globalThis.fetch = async (input, init) => {
    const response = await plain(input, init)
    const url = response.url
    if (url.startsWith(`${baseUrl}/api/`)) {
      const fault = await faultOf(init?.method ?? 'GET', response.clone())
      if (fault) throw new Error(`${init?.method ?? 'GET'} ${url} ${response.status}: ${fault}`)
    }
    return response
  }
  return () => (globalThis.fetch = plain)
}

async function faultOf(method: string, response: Response): Promise<string | undefined> {
  const operation = at(new URL(response.url).pathname).find((one) => one.method === method.toLowerCase())
  if (!operation) return undefined
  if (!response.ok) {
    const { code } = (await response.json()) as { code: string }
    const isDeclared = declaresProblem(response.url, { status: response.status, code })
    return isDeclared ? undefined : `${code} is not declared`
  }
  const declared = operation.response
  if (response.status !== declared.status) return `declared is ${declared.status}`
  if (!declared.schema) return undefined
  const body: unknown = await response.json()
  const { data, error } = declared.schema.safeParse(body)
  if (error) return error.message
  // The contract omits members that it does not know.
  return sorted(data) === sorted(body) ? undefined : 'it has members that are not declared'
}

const sorted = (value: unknown) =>
  JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
