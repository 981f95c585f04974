export { type Claims, type TokenUse, Role } from './claims.js'
export {
  TokenVerifier,
  type TokenKeys,
  type TokenVerifierOptions,
  createTokenVerifier,
  localKeys,
  remoteKeys,
} from './token-verifier.js'
export { RevocationList, type Revocation, type RevocationListener, type Revocations } from './revocations.js'
export { bearerToken, permits, requireAccess } from './access.js'
export { BearerStrategy, CurrentUser, Roles, RolesGuard, SignedInGuard } from './http-guards.js'
export { AuthModule, type AuthOptions } from './auth.module.js'
