export { HandOver } from './hand-over.js'
export { sha256Of, takeDocument, takeFile, takeUpload, type TakenDocument } from './take-document.js'
