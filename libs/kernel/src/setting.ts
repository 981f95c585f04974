import type * as z from 'zod/mini'

/** Documentation of one setting, besides its schema. */
export interface SettingInfo {
  /** One line of the table of settings. */
  explanation: string
  /**
   * `key`: 32 random bytes in base64 that each installation generates. `chain key`: the private key of an account on the
   * chain, 32 random bytes in hexadecimal with prefix 0x, generated likewise. `credential`: it contains a password or a
   * token.
   */
  secret?: 'key' | 'chain key' | 'credential'
  /** Who passes on a value set by the user: `npm start` and docker compose, or `npm start` only. */
  passedBy?: 'all' | 'npm start'
  /** The default in words, if the schema's own would be a path on this machine. */
  defaultWords?: string
}

const infos = new WeakMap<object, SettingInfo>()

/** Returns a copy of a setting's schema, with its explanation. */
export function setting<S extends z.ZodMiniType>(
  schema: S,
  explanation: string,
  more: Omit<SettingInfo, 'explanation'> = {},
): S {
  // Several settings may share a schema, each with a separate explanation.
  const own = schema.clone()
  infos.set(own, { explanation, ...more })
  return own
}

/** Returns the documentation that `setting` recorded for a schema. */
export const settingInfo = (schema: object): SettingInfo | undefined => infos.get(schema)
