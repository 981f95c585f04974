export * from './gateway.js'
