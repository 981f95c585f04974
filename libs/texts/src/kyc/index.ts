export { isKnownReason, kycTexts, reasonText } from './kyc.js'
export { decisionMail } from './decision-mail.js'
