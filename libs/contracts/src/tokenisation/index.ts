export * from './events.js'
export * from './http.js'
export * from './rpc.js'
