import * as z from 'zod/mini'

const KEY_BYTES = 32
const WORDS = `${KEY_BYTES} bytes in base64`
const isKey = (text: string) => Buffer.from(text, 'base64').length === KEY_BYTES

/** Schema of a service's master key as it is configured: 32 bytes in base64. */
export const masterKeyText = z.string({ error: WORDS }).check(z.refine(isKey, { error: WORDS }))

/** Schema of a service's master key, decoded to its 32 bytes. */
export const masterKey = z.pipe(
  masterKeyText,
  z.transform((text) => Buffer.from(text, 'base64')),
)
