export { isKnownReason, kycTexts, reasonText } from './kyc.js'
export { decisionMail, type DecisionMail, type DecisionMailBlock } from './decision-mail.js'
