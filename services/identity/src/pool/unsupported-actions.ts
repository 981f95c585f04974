/** User pool actions that exist but aren't supported here; each is rejected by name. */
export const UNSUPPORTED_ACTIONS: ReadonlySet<string> = new Set([
  'AssociateSoftwareToken',
  'CompleteWebAuthnRegistration',
  'ConfirmDevice',
  'DeleteUser',
  'DeleteUserAttributes',
  'DeleteWebAuthnCredential',
  'ForgetDevice',
  'GetDevice',
  'GetUserAuthFactors',
  'ListDevices',
  'ListWebAuthnCredentials',
  'SetUserMFAPreference',
  'SetUserSettings',
  'StartWebAuthnRegistration',
  'UpdateDeviceStatus',
  'VerifySoftwareToken',
])
