/**
 * The services of the platform, in display order. The code and manifest of each are in `services/<name>`, its contracts
 * in the folder of the same name here.
 */
export const serviceNames = [
  'identity',
  'property',
  'investment',
  'kyc',
  'tokenisation',
  'notification',
  'chat',
  'gateway',
] as const // prettier-ignore
export type ServiceName = (typeof serviceNames)[number]

/** The public gateway, which makes the calls of users. It handles no calls and publishes no events. */
export const GATEWAY = 'gateway' satisfies ServiceName
