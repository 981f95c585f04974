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

// Passport keeps strategies in one table per process, but several services (or tests) may share a process. The strategy
// therefore has no state and uses the verifier of the calling guard.
const verifiers = new WeakMap<HttpRequest, TokenVerifier>()

/** Passport strategy `bearer`: reads the user pool's token from the Authorization header. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  async validate(request: HttpRequest): Promise<Claims> {
    const verifier = verifiers.get(request)
    if (!verifier) throw new Error('Use the bearer strategy through SignedInGuard')
    return verifier.verify(bearerToken(request.headers.authorization))
  }
}

/**
 * Admits requests with a valid id token and sets `request.user` to its `Claims`. Errors: those of
 * `TokenVerifier.verify`.
 */
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

/** Sets the roles of which a caller needs one. Use with `@UseGuards(SignedInGuard, RolesGuard)`. */
export const Roles = (...roles: Role[]) => SetMetadata(ROLES, roles)

/** Throws FORBIDDEN (403) unless the caller has one of the roles of `@Roles`; requires `SignedInGuard`. */
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

/** Injects the `Claims` of the signed-in caller into a handler behind `SignedInGuard`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext): Claims | undefined => {
  return context.switchToHttp().getRequest<HttpRequest>().user
})
