import * as z from 'zod/mini'

/** A simple email pattern: something, an at sign, something with a dot. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
/** Longest texts, as in the API. */
export const LONGEST = { name: 100, email: 254, message: 4_000 } as const
const SHORTEST_MESSAGE = 10

const email = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'company.form.error.email', abort: true }),
    z.maxLength(LONGEST.email, { error: 'company.form.error.email', abort: true }),
    z.regex(EMAIL, 'company.form.error.email'),
  )
/** People don't see this field, and programs fill it in. */
const website = z.string()

export const TOPICS = ['order', 'identity', 'data', 'complaint', 'other'] as const

/** Schema of the contact form. Errors are message ids. */
export const ContactRules = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'company.form.error.name')),
  email,
  topic: z.enum(TOPICS, 'company.form.error.topic'),
  message: z.string().check(z.trim(), z.minLength(SHORTEST_MESSAGE, 'company.form.error.message')),
  website,
})
export type ContactValues = z.infer<typeof ContactRules>

/** Schema of the waitlist's form. */
export const WaitlistRules = z.object({ email, website })
export type WaitlistValues = z.infer<typeof WaitlistRules>
