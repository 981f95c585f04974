/** The body of Stripe's error responses: `{error: {type, code, message, param, decline_code, request_log_url}}`. */
export interface StripeErrorBody {
  type: 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error' | 'authentication_error'
  message: string
  code?: string
  param?: string
  decline_code?: string
}

/** An error in Stripe's envelope; `status` is the HTTP status. */
export class StripeFailure extends Error {
  readonly status: number
  readonly body: StripeErrorBody

  constructor(status: number, body: StripeErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** Returns Stripe's failure 400 for an invalid request. */
export const invalid = (message: string, param?: string, code?: string): StripeFailure =>
  new StripeFailure(400, { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) })

/** Returns Stripe's failure 400 for a missing parameter. */
export const missing = (param: string): StripeFailure =>
  invalid(`Missing required param: ${param}.`, param, 'parameter_missing')

/** Returns Stripe's failure 404 for an object that does not exist. */
export const noSuch = (kind: string, id: string, param = 'id'): StripeFailure =>
  new StripeFailure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  })
