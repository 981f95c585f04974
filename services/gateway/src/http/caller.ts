import { bearerToken, type Claims } from '@hissa/auth'
import { Locale } from '@hissa/contracts'
import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'

export type HttpCaller = Claims & { token: string }

/** Returns the signed-in caller and the token to pass on; only on routes behind `SignedInGuard`. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): HttpCaller => {
  const request = context.switchToHttp().getRequest<FastifyRequest & { user: Claims }>()
  return { ...request.user, token: bearerToken(request.headers.authorization)! }
})

/** Returns the language for the texts of the response, from `Accept-Language`. */
export const PreferredLocale = createParamDecorator((_: unknown, context: ExecutionContext): Locale =>
  localeOf(context.switchToHttp().getRequest<FastifyRequest>()),
)

/** Returns the language that a request prefers; English for any other. */
export function localeOf(request: FastifyRequest): Locale {
  const wanted = (request.headers['accept-language'] ?? '').slice(0, 2).toLowerCase()
  return Locale.options.find((locale) => locale === wanted) ?? 'en'
}
