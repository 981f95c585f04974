/**
 * Settings for development, tests and the launcher. A process with NODE_ENV=production doesn't start if one of them is
 * set, because each weakens it (another payment processor, a moved clock, wider limits, commands without a user). Every
 * setting of every service is either here or in the list of production settings in the launcher's tests.
 */
export const LOCAL_SETTINGS = [
  'CLOCK_OFFSET_MS',
  'IDENTITY_LIMIT_FACTOR',
  'LOCAL_MODE',
  'SANDBOX_URL',
  'STRIPE_API_BASE',
] as const
