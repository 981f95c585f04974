export { isMissing, openDisk } from './disk.js'
export * from './key-ring.js'
export * from './sealed-object.js'
export * from './storage.js'
