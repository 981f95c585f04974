import { NOT_FOUND, refuse } from '@hissa/contracts'

/** Returns NOT_FOUND for a property that has no raise. */
export const noProperty = () => refuse(NOT_FOUND, 'There is no such property.')
