import { LRUCache } from 'lru-cache'

/** A file of a picture, as it is sent. */
export interface PictureFile {
  contentType: string
  body: Buffer
}

/** Total, including keys; a file has at most 600 KB. */
const MAX_BYTES = 32 * 1024 * 1024
/** Overhead of the map and of an entry's objects. */
const ENTRY_BYTES = 512
const CHARACTER_BYTES = 2

/**
 * Keeps files of published pictures, which never change, in this process. The file that was read least recently is
 * dropped first. Files of drafts must not be put into it.
 */
export class PictureCache {
  private readonly files = new LRUCache<string, PictureFile>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => ENTRY_BYTES + key.length * CHARACTER_BYTES + body.byteLength,
  })

  get(key: string): PictureFile | undefined {
    return this.files.get(key)
  }

  put(key: string, file: PictureFile): void {
    this.files.set(key, file)
  }

  /** Returns the cached bytes now and the limit. */
  size(): { bytes: number; maxBytes: number } {
    return { bytes: this.files.calculatedSize, maxBytes: MAX_BYTES }
  }
}
