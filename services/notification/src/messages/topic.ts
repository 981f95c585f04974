import type { NoticeTopic } from '@hissa/contracts/identity'
import type { MessageBody } from './message.js'

/** Returns what a message is about, by which its reader can switch off emails. */
export function topicOf(body: MessageBody): NoticeTopic {
  if (body.template === 'code' || 'kind' in body) return 'security'
  if ('transferId' in body) return 'transfers'
  return 'orderId' in body ? 'investments' : 'verification'
}
