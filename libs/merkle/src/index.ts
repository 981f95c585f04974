export * from './merkle.js'
export * from './verify.js'
