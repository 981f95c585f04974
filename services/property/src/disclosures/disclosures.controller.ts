import { ok, type Answer, type Input as InputOf } from '@hissa/contracts'
import { GetDisclosures } from '@hissa/contracts/property'
import { Input, Rpc } from '@hissa/messaging'
import { Controller } from '@nestjs/common'
import { propertyNotFound } from '../catalogue/catalogue.controller.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { toDisclosure } from './disclosure.js'
import { DISCLOSURES } from './texts.js'

@Controller()
export class DisclosuresController {
  constructor(private readonly store: PropertyStore) {}

  @Rpc(GetDisclosures)
  async get(@Input() { propertyId, locale }: InputOf<typeof GetDisclosures>): Promise<Answer<typeof GetDisclosures>> {
    if (propertyId !== undefined && !(await this.store.find(propertyId))?.offering) return propertyNotFound(propertyId)
    return ok({ documents: DISCLOSURES.map((draft) => toDisclosure(draft, locale)) })
  }
}
