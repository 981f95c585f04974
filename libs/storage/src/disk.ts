import { ConfigError } from '@hissa/kernel'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { fileURLToPath } from 'node:url'

/**
 * Opens the disk that STORAGE_URL names. Only `file:///folder` is supported. Anything else throws ConfigError, so that
 * documents are never stored elsewhere by mistake.
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

/** Returns whether flydrive reports that the object doesn't exist. */
export function isMissing(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return code === 'ENOENT' || (cause !== undefined && isMissing(cause))
}
