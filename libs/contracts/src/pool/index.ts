export * from './actions.js'
export * from './answers.js'
export * from './errors.js'
export * from './requests.js'
