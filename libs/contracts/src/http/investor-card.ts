import {
  CheckInvestorCard,
  CheckInvestorCardBody,
  FreezeInvestorCard,
  GetInvestorCard,
  InvestorCardBody,
  ReissueInvestorCard,
  ShowInvestorCard,
  UnfreezeInvestorCard,
} from '../investment/index.js'
import { CARD_CHECK, CARD_NUMBER, INVESTOR_CARD } from './examples/investor-card.js'
import { success, type Operation } from './operation.js'

const tag = 'investing'
const body = { schema: InvestorCardBody, example: { issue: 1 } }
const card = (description: string, change: object = {}) => ({
  ...{ status: 200 as const, description, schema: success(GetInvestorCard.output) },
  example: { success: true, card: { ...INVESTOR_CARD, ...change } },
})

export const investorCard: readonly Operation[] = [
  {
    id: 'getInvestorCard',
    method: 'get',
    path: '/api/investor-card',
    tag,
    summary: 'Read your digital card',
    description: 'It identifies an investor, and pays nothing. The first reading by a verified investor issues it.',
    calls: [GetInvestorCard],
    response: card('The card, without its number.'),
  },
  {
    id: 'showInvestorCard',
    method: 'post',
    path: '/api/investor-card/number',
    tag,
    summary: 'Read the number of your digital card',
    description: 'With the QR code of the page that checks it. Show it only to who asks for it.',
    calls: [ShowInvestorCard],
    body,
    response: {
      status: 200,
      description: 'The number, the address of the check, and the code as an SVG path.',
      schema: success(ShowInvestorCard.output),
      example: { success: true, ...CARD_NUMBER },
    },
  },
  {
    id: 'freezeInvestorCard',
    method: 'post',
    path: '/api/investor-card/freeze',
    tag,
    summary: 'Freeze your digital card',
    calls: [FreezeInvestorCard],
    body,
    response: card('The frozen card.', { state: 'frozen' }),
  },
  {
    id: 'unfreezeInvestorCard',
    method: 'post',
    path: '/api/investor-card/unfreeze',
    tag,
    summary: 'Make your frozen digital card valid again',
    calls: [UnfreezeInvestorCard],
    body,
    response: card('The active card.'),
  },
  {
    id: 'reissueInvestorCard',
    method: 'post',
    path: '/api/investor-card/reissue',
    tag,
    summary: 'Replace your digital card',
    description: 'The earlier number is no longer valid. Repeating the call for the same card replaces it once.',
    calls: [ReissueInvestorCard],
    body,
    response: card('The new card.', { issue: 2 }),
  },
  {
    id: 'checkInvestorCard',
    method: 'post',
    path: '/api/investor-card/check',
    tag,
    summary: 'Check the digital card of an investor',
    description:
      'Anyone who has the number can check it. Only a valid card states its holder, by first name and initial. The ' +
      'signature is over the canonical JSON (RFC 8785) of `card`, and verifies with `/api/statements/keys`.',
    calls: [CheckInvestorCard],
    body: { schema: CheckInvestorCardBody, example: { number: CARD_NUMBER.number } },
    response: {
      status: 200,
      description: 'What is known of the card at this moment, signed.',
      schema: success(CheckInvestorCard.output),
      example: { success: true, ...CARD_CHECK },
    },
  },
]
