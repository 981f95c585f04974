export * from './card-gateway.js'
export * from './gateway.js'
