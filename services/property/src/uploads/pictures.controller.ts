import { ok, type Answer, type Input as InputOf } from '@hissa/contracts'
import * as contracts from '@hissa/contracts/property'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { ObjectGoneError, Storage } from '@hissa/storage'
import { Controller } from '@nestjs/common'
import { propertyNotFound } from '../catalogue/catalogue.controller.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { ChangePictures } from './change-pictures.js'
import { UploadPicture } from './upload-picture.js'

const TYPES: Readonly<Record<string, 'image/avif' | 'image/webp' | 'image/jpeg'>> = {
  ...{ avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' },
}
/** `<picture>-<width>.<format>` and `<picture>-preview.jpg`. */
const FILE = /^([0-9a-f]{32})-([0-9a-z]+\.([a-z]+))$/

/** Handles the calls for pictures that staff upload. */
@Controller()
export class PicturesController {
  constructor(
    private readonly store: PropertyStore,
    private readonly storage: Storage,
    private readonly uploads: UploadPicture,
    private readonly changes: ChangePictures,
  ) {}

  @Rpc(contracts.UploadPicture)
  upload(
    @Input() input: InputOf<typeof contracts.UploadPicture>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.UploadPicture>> {
    return this.uploads.execute(input, by)
  }

  @Rpc(contracts.ChangePictures)
  change(
    @Input() input: InputOf<typeof contracts.ChangePictures>,
    @Caller() by: Caller,
  ): Promise<Answer<typeof contracts.ChangePictures>> {
    return this.changes.execute(input, by)
  }

  @Rpc(contracts.GetPicture)
  async get(
    @Input() { propertyId, file }: InputOf<typeof contracts.GetPicture>,
  ): Promise<Answer<typeof contracts.GetPicture>> {
    const [, pictureId, name = '', format = ''] = FILE.exec(file) ?? []
    const picture = pictureId ? await this.store.picture(propertyId, pictureId) : undefined
    const objectRef = picture?.files[name]
    const contentType = TYPES[format]
    if (!picture || !objectRef || !contentType) return propertyNotFound(propertyId)
    try {
      const bytes = await this.storage.get(propertyId, objectRef)
      return ok({ contentType, bodyBase64: bytes.toString('base64'), isPublished: picture.isPublished })
    } catch (error) {
      // A colleague has removed it since.
      if (error instanceof ObjectGoneError) return propertyNotFound(propertyId)
      throw error
    }
  }
}
