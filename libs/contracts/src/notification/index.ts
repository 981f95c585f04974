export * from './notices.js'
