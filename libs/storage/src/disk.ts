import { S3Client } from '@aws-sdk/client-s3'
import { ConfigError } from '@hissa/kernel'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { S3Driver } from 'flydrive/drivers/s3'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** An upload of 10 MB passes within seconds; a store that is silent for longer is unavailable. */
const CONNECTS_WITHIN_MS = 3_000
const ANSWERS_WITHIN_MS = 20_000
const WORDS = 's3://bucket?region=me-central-1, or file:///path/of/a/folder on a single machine'

/**
 * Opens the disk that STORAGE_URL names: `s3://bucket?region=…&endpoint=…` or `file:///folder`. The region and the
 * credentials are otherwise those of the AWS environment; `endpoint` is another store that speaks S3. Anything else
 * throws ConfigError, so that documents are never stored elsewhere by mistake.
 */
export function openDisk(url: string): Disk {
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'file:')
    return new Disk(new FSDriver({ location: fileURLToPath(url), visibility: 'private' }))
  if (parsed?.protocol === 's3:' && parsed.hostname && /^\/?$/.test(parsed.pathname)) return openBucket(parsed)
  throw new ConfigError([`STORAGE_URL must be ${WORDS}`])
}

function openBucket({ hostname: bucket, searchParams }: URL): Disk {
  const region = searchParams.get('region')
  const endpoint = searchParams.get('endpoint')
  const client = new S3Client({
    ...(region && { region }),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    // Every object is authenticated when it is opened, and not every store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTS_WITHIN_MS,
      requestTimeout: ANSWERS_WITHIN_MS,
      throwOnRequestTimeout: true,
    },
  })
  return new Disk(new BucketDriver({ client, bucket, visibility: 'private', supportsACL: false }))
}

/** S3 needs the length of an object before its bytes, so an upload, which is limited, is collected first. */
class BucketDriver extends S3Driver {
  override async putStream(key: string, contents: Readable): Promise<void> {
    await this.put(key, await buffer(contents))
  }
}

/** Returns whether flydrive reports that the object doesn't exist. */
export function isMissing(error: unknown): boolean {
  const { code, name = '', cause } = (error ?? {}) as { code?: string; name?: string; cause?: unknown }
  // S3 answers HEAD without a body, so with the status alone.
  return code === 'ENOENT' || ['NoSuchKey', 'NotFound'].includes(name) || (cause !== undefined && isMissing(cause))
}
