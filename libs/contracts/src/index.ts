export * from './core.js'
export * from './errors.js'
export * from './names.js'
export * from './result.js'
