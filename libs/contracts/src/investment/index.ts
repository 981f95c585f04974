export * from './events.js'
export * from './views.js'
export * from './rpc.js'
export * from './http.js'
