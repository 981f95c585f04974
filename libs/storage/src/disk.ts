import { ConfigError } from '@hissa/kernel'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { fileURLToPath } from 'node:url'

/**
 * The disk that STORAGE_URL names. `file:///folder` is supported; anything else is refused by name, so that nobody
 * believes documents are kept where they are not. Throws ConfigError.
 */
export function openDisk(url: string): Disk {
  const scheme = /^([a-z0-9+]+):/i.exec(url)?.[1]?.toLowerCase()
  if (scheme !== 'file') {
    throw new ConfigError([
      `STORAGE_URL must be a folder as an address, such as file:///path/of/a/folder; "${scheme ?? ''}:" is not supported`,
    ])
  }
  return new Disk(new FSDriver({ location: fileURLToPath(url), visibility: 'private' }))
}

/** True when flydrive says that the object is not there. */
export function isMissing(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === 'ENOENT' || (cause !== undefined && isMissing(cause))
}
