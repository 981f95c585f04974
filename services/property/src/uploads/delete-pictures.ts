import { LOGGER, type Logger } from '@hissa/kernel'
import { Storage } from '@hissa/storage'
import { Inject, Injectable } from '@nestjs/common'
import type { StoredPicture } from '../catalogue/uploaded.js'

/** Deletes the files of pictures that no property names. A failure is only logged: the change is already saved. */
@Injectable()
export class DeletePictures {
  constructor(
    private readonly storage: Storage,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute(pictures: readonly Pick<StoredPicture, 'pictureId' | 'files'>[]): Promise<void> {
    for (const { pictureId, files } of pictures)
      for (const objectRef of Object.values(files))
        await this.storage.delete(objectRef).catch((error: unknown) => {
          this.logger.error({ err: error, pictureId }, 'failed to delete a file of a removed picture')
        })
  }
}
