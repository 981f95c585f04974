export { signatureOf, statementKey } from './seal.js'
