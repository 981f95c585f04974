import { ok, refuse, type Answer, type Input as InputOf } from '@hissa/contracts'
import {
  ForgetProperty,
  GetSaved,
  ListSaved,
  MOST_SAVED,
  SaveProperty,
  TOO_MANY_SAVED,
} from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import { Caller, Input, Rpc } from '@hissa/messaging'
import { Controller, Inject } from '@nestjs/common'
import { propertyNotFound } from '../catalogue/catalogue.controller.js'
import { PropertyStore } from '../catalogue/property.store.js'
import { toPublic, toSummary } from '../catalogue/to-public.js'
import { SavedStore } from './saved.store.js'

/** Serves the properties that the caller has saved. */
@Controller()
export class SavedController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly saved: SavedStore,
    private readonly properties: PropertyStore,
  ) {}

  @Rpc(GetSaved)
  async ids(@Caller() { userId }: Caller): Promise<Answer<typeof GetSaved>> {
    return ok({ propertyIds: await this.saved.of(userId) })
  }

  @Rpc(ListSaved)
  async list(@Caller() { userId }: Caller): Promise<Answer<typeof ListSaved>> {
    const ids = await this.saved.of(userId)
    const rows = new Map((await this.properties.listedByIds(ids)).map((row) => [row._id, row]))
    return ok({
      properties: ids.flatMap((propertyId) => {
        const row = rows.get(propertyId)
        const summary = row && toSummary(row.record)
        return summary ? [summary] : []
      }),
    })
  }

  /** Errors: NOT_FOUND, TOO_MANY_SAVED. Two concurrent calls can exceed the limit by one, which is harmless. */
  @Rpc(SaveProperty)
  async save(
    @Input() { id }: InputOf<typeof SaveProperty>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof SaveProperty>> {
    const found = await this.properties.find(id)
    if (!found || !toPublic(found)) return propertyNotFound(id)
    const ids = await this.saved.of(userId)
    if (ids.includes(found.propertyId)) return ok({})
    if (ids.length >= MOST_SAVED)
      return refuse(TOO_MANY_SAVED, `You have saved ${MOST_SAVED} properties. Remove one first.`)
    await this.saved.add(userId, found.propertyId, this.clock.now())
    return ok({})
  }

  @Rpc(ForgetProperty)
  async forget(
    @Input() { propertyId }: InputOf<typeof ForgetProperty>,
    @Caller() { userId }: Caller,
  ): Promise<Answer<typeof ForgetProperty>> {
    await this.saved.remove(userId, propertyId)
    return ok({})
  }
}
