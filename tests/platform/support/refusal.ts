import { expect } from '@jest/globals'
import { declaresProblem } from './conformance.js'

/** A call that must be rejected, with the status and code of its problem detail. */
export type Refused = [name: string, call: () => Promise<Response>, status: number, code: string]

/** Sends a call as an investor. */
export type SendAsInvestor = (method: string, path: string, body?: unknown) => Promise<Response>

/** Expects a problem detail with this status and code, which its operation declares, that reveals no internals. */
export async function expectRefusal(response: Response, status: number, code: string): Promise<void> {
  const body = (await response.json()) as Record<string, unknown>
  expect({ status: response.status, code: body['code'] }).toEqual({ status, code })
  expect({ status, code, declared: declaresProblem(response.url, { status, code }) }).toEqual({
    status,
    code,
    declared: true,
  })
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(body).toMatchObject({
    success: false,
    type: expect.any(String),
    title: expect.any(String),
    status,
    detail: expect.any(String),
    error: body['detail'],
  })
  expect(JSON.stringify(body)).not.toMatch(/node_modules|at \w+ \(|Mongo|ECONN/)
}
