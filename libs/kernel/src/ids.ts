import { v7 } from 'uuid'

/** Returns a UUIDv7: unique, and ordered by its time of creation. */
export const newId = (): string => v7()
