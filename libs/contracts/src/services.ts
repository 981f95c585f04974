/**
 * The services of the platform, in the order in which they are named to people. Each has its code in `services/<name>`,
 * with a manifest, and its contracts in the folder of its name here.
 */
export const serviceNames = [
  'identity',
  'property',
  'investment',
  'kyc',
  'notification',
  'gateway',
] as const // prettier-ignore
export type ServiceName = (typeof serviceNames)[number]

/** The public face, which makes the calls of users. It answers no calls and publishes no events. */
export const FACE = 'gateway' satisfies ServiceName
