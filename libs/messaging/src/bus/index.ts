export * from './bus-operator.js'
export * from './nats-config.js'
export * from './nats-users.js'
export * from './platform-graph.js'
