export * from './reasons.js'
export * from './rpc.js'
export * from './events.js'
export * from './http.js'
