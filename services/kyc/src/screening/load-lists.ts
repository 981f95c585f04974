import { ConfigError } from '@hissa/kernel'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Parses every file of a folder whose name has the ending, in the order of their names. Throws ConfigError for a missing
 * folder or an invalid file, so that a list cannot be missing unnoticed.
 */
export async function loadLists<T>(
  folder: string,
  ending: string,
  parse: (text: string) => T,
  setting = 'SANCTIONS_DIR',
): Promise<T[]> {
  const names = await readdir(folder).catch(() => {
    throw new ConfigError([`${setting} must be an existing folder`])
  })
  const files = names.filter((name) => name.endsWith(ending)).sort()
  return Promise.all(
    files.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      try {
        return parse(text)
      } catch (error) {
        throw new ConfigError([`${setting} must contain valid lists; ${name}: ${(error as Error).message}`])
      }
    }),
  )
}
