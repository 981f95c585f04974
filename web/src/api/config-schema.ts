import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1))

/** Schema of `/config.json`, the only file that differs between deployments. It must not contain secrets. */
export const AppConfig = z.object({
  version: text,
  region: text,
  idp: z.object({ endpoint: text, userPoolId: text.check(z.maxLength(55)), clientId: text, issuer: text }),
  publicUrl: text,
  stripePublishableKey: z.optional(z.nullable(z.string())),
  stripeJsUrl: z.optional(z.nullable(z.string())),
  chainId: z.optional(z.nullable(z.number())),
  regulatorLine: text,
  /** Shown on the legal page as not set if absent. */
  companyLine: z.optional(z.nullable(z.string())),
  complaintsAnswerDays: z.optional(z.nullable(z.number())),
  clientMoneyBank: z.optional(z.nullable(z.string())),
  /** The contact mailbox. */
  contactEmail: text,
  sandbox: z.boolean(),
})
export type AppConfig = z.infer<typeof AppConfig>

/** Returns a checked configuration. Errors: an Error that names every missing or invalid key. */
export function parseConfig(value: unknown): AppConfig {
  const result = z.safeParse(AppConfig, value)
  if (result.success) return result.data
  const names = result.error.issues.map((issue) => issue.path.join('.') || 'config')
  throw new Error(`Missing required configuration: ${names.join(', ')}`)
}
