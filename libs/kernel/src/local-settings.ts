/**
 * Settings for development, tests and the launcher. A process with NODE_ENV=production doesn't start if one of them is
 * set, because each weakens it (another payment processor or bank, a moved clock, wider or longer limits, commands without a
 * user, keys of the chain in the environment). Every setting of every service is either here or in the list of
 * production settings in the launcher's tests.
 */
export const LOCAL_SETTINGS = [
  'BANK_URL',
  'BIND_ADDRESS',
  'CHAIN_KEY_ANCHOR',
  'CHAIN_KEY_DEPLOYER',
  'CHAIN_KEY_ENFORCER',
  'CHAIN_KEY_MINTER',
  'CHAIN_KEY_REGISTRAR',
  'CHAIN_KEY_TITLER',
  'CHAIN_KEY_VERIFIER',
  'CLOCK_OFFSET_MS',
  'DEADLINE_FACTOR',
  'IDENTITY_LIMIT_FACTOR',
  'LOCAL_MODE',
  'SANDBOX_URL',
  'STRIPE_API_BASE',
] as const

/** Values for a single machine of settings that others need too, each with what production must have instead. */
export const LOCAL_VALUES = [
  // Replicas share no disk.
  { name: 'STORAGE_URL', value: /^file:/i, instead: 'a bucket, such as s3://bucket?region=me-central-1,' },
] as const
