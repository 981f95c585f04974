export * from './core.js'
export * from './names.js'
