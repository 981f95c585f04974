import type * as z from 'zod/mini'

/** What people and tools need to know of one key of the environment besides its schema. */
export interface SettingInfo {
  /** One line of the table of settings. */
  explanation: string
  /** `key`: 32 random bytes that each installation generates. `credential`: it contains a password or a token. */
  secret?: 'key' | 'credential'
  /** Who hands on what a person has set: `npm start` and docker compose, or `npm start` alone. */
  passedBy?: 'all' | 'npm start'
  /** The default in words, where the schema's own would be a path of this machine. */
  defaultWords?: string
}

const infos = new WeakMap<object, SettingInfo>()

/** Returns a copy of the schema of one key of the environment, with its explanation. */
export function setting<S extends z.ZodMiniType>(
  schema: S,
  explanation: string,
  more: Omit<SettingInfo, 'explanation'> = {},
): S {
  // A schema may serve several keys, each with an explanation of its own.
  const own = schema.clone()
  infos.set(own, { explanation, ...more })
  return own
}

/** Returns what `setting` recorded of a schema. */
export const settingInfo = (schema: object): SettingInfo | undefined => infos.get(schema)
