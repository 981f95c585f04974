import type { QuietableTopic } from '@hissa/contracts/identity'
import type { MessageBody, Template } from './message.js'

/** News about progress. Every other email concerns security, or states a right, a deadline or money: it is always sent. */
const SWITCHES: Partial<Record<Template, QuietableTopic>> = {
  'order-issued': 'investments',
  'shares-received': 'transfers',
  'kyc-approved': 'verification',
  'kyc-resubmission': 'verification',
}

/** Returns the topic by which a reader can switch off emails like this one, or undefined if they can't. */
export const switchOf = ({ template }: MessageBody): QuietableTopic | undefined => SWITCHES[template]
