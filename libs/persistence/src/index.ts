export * from './connect.js'
export * from './migrate.js'
export * from './transaction.js'
export * from './store-users.js'
