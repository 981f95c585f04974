import * as z from 'zod/mini'
import { defineRpc, id } from '../core.js'
import { defineError } from '../result.js'
import { NOT_FOUND } from '../errors.js'
import { PropertySummary } from './property.js'

/** The largest number of properties that a user can save. */
export const MOST_SAVED = 100

export const TOO_MANY_SAVED = defineError({
  code: 'TOO_MANY_SAVED',
  status: 409,
  description: 'You have saved 100 properties. Remove one before you save another.',
})

/** Returns which properties the caller has saved, the latest first. */
export const GetSaved = defineRpc({
  name: 'property.getSaved',
  access: 'user',
  input: z.object({}),
  output: z.object({ propertyIds: z.array(id) }),
  errors: [],
})

/** Returns the published properties that the caller has saved, the latest first. */
export const ListSaved = defineRpc({
  name: 'property.listSaved',
  access: 'user',
  input: z.object({}),
  output: z.object({ properties: z.array(PropertySummary) }),
  errors: [],
})

/** Saves a published property, by id or slug. Saving it again changes nothing. */
export const SaveProperty = defineRpc({
  name: 'property.saveProperty',
  access: 'user',
  input: z.object({ id }),
  output: z.object({}),
  errors: [NOT_FOUND, TOO_MANY_SAVED],
})

/** Removes a property from the saved ones. Removing it again changes nothing. */
export const ForgetProperty = defineRpc({
  name: 'property.forgetProperty',
  access: 'user',
  input: z.object({ propertyId: id }),
  output: z.object({}),
  errors: [],
})
