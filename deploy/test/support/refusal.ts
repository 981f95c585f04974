import { expect } from '@jest/globals'

/** A problem detail with this status and code, which tells nothing of what is inside. */
export async function expectRefusal(response: Response, status: number, code: string): Promise<void> {
  const body = (await response.json()) as Record<string, unknown>
  expect({ status: response.status, code: body['code'] }).toEqual({ status, code })
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
