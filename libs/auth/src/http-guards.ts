import { Inject, Injectable, SetMetadata, createParamDecorator } from '@nestjs/common'
import type { CanActivate, ExecutionContext } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import { AuthGuard, PassportStrategy } from '@nestjs/passport'
import { Strategy } from 'passport-custom'
import { bearerToken, requireAccess } from './access.js'
import type { Claims, Role } from './claims.js'
import { TokenVerifier } from './token-verifier.js'

interface HttpRequest {
  headers: { authorization?: string }
  user?: Claims
}

// Passport keeps strategies in one table per process, while several services (or tests) share a process:
// the strategy therefore owns nothing and finds the verifier of the guard that called it.
const verifiers = new WeakMap<HttpRequest, TokenVerifier>()

/** Passport strategy `bearer`: the user pool's token in the Authorization header. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  async validate(request: HttpRequest): Promise<Claims> {
    const verifier = verifiers.get(request)
    if (!verifier) throw new Error('The bearer strategy is used through SignedInGuard')
    return verifier.verify(bearerToken(request.headers.authorization))
  }
}

/** Lets in requests with a valid id token and sets `request.user` to its `Claims`. Errors as `TokenVerifier.verify`. */
@Injectable()
export class SignedInGuard extends AuthGuard('bearer') {
  constructor(@Inject(TokenVerifier) private readonly verifier: TokenVerifier) {
    super()
  }

  override getRequest(context: ExecutionContext): HttpRequest {
    const request = context.switchToHttp().getRequest<HttpRequest>()
    verifiers.set(request, this.verifier)
    return request
  }
}

const ROLES = 'hissa:roles'

/** The roles of which a caller needs one. Goes with `@UseGuards(SignedInGuard, RolesGuard)`. */
export const Roles = (...roles: Role[]) => SetMetadata(ROLES, roles)

/** Refuses with FORBIDDEN (403) who has none of the roles named by `@Roles`; behind `SignedInGuard`. */
@Injectable()
export class RolesGuard implements CanActivate {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.getAllAndOverride<Role[] | undefined>(ROLES, [
      context.getHandler(),
      context.getClass(),
    ])
    requireAccess(roles ?? 'user', context.switchToHttp().getRequest<HttpRequest>().user)
    return true
  }
}

/** The `Claims` of the signed-in caller, as a parameter of a handler behind `SignedInGuard`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Claims | undefined => {
  return context.switchToHttp().getRequest<HttpRequest>().user
})
