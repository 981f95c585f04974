import { CreateIncomeFeed, DeleteIncomeFeed, GetIncomeFeed, ReadIncomeFeed } from '../investment/index.js'
import { success, type Operation } from './operation.js'

const tag = 'investing'
const FILE = 'Zm9yIHRoZSBleGFtcGxlIG9ubHksIG5vIHNlY3JldDo.ics'
const CREATED_AT = '2026-11-21T08:00:00.000Z'

export const incomeFeed: readonly Operation[] = [
  {
    id: 'getIncomeFeed',
    method: 'get',
    path: '/api/income-calendar',
    tag,
    summary: 'Read since when your income calendar has an address',
    description: 'The address itself is not kept; only its creation shows it.',
    calls: [GetIncomeFeed],
    response: {
      status: 200,
      description: 'When the address was created; nothing without one.',
      schema: success(GetIncomeFeed.output),
      example: { success: true, createdAt: CREATED_AT },
    },
  },
  {
    id: 'createIncomeFeed',
    method: 'post',
    path: '/api/income-calendar',
    tag,
    summary: 'Create the address of your income calendar',
    description:
      'Calendar applications subscribe to it. Anyone with the address can read the days of your income and the names of ' +
      'the properties, without amounts. An earlier address ends at once.',
    calls: [CreateIncomeFeed],
    headers: ['Accept-Language'],
    response: {
      status: 201,
      description: 'The address, which is shown only here. The calendar is in the language of the request.',
      schema: success(CreateIncomeFeed.output),
      example: {
        ...{ success: true, createdAt: CREATED_AT },
        address: `https://hissa.example/api/income-calendar/${FILE}`,
      },
    },
  },
  {
    id: 'deleteIncomeFeed',
    method: 'post',
    path: '/api/income-calendar/removal',
    tag,
    summary: 'End the address of your income calendar',
    calls: [DeleteIncomeFeed],
    response: {
      status: 200,
      description: 'There is no address any more.',
      schema: success(DeleteIncomeFeed.output),
      example: { success: true },
    },
  },
  {
    id: 'readIncomeFeed',
    method: 'get',
    path: '/api/income-calendar/{file}',
    params: { file: FILE },
    tag,
    summary: 'Read an income calendar',
    description: 'Needs no token: the file name is the secret of its address, followed by `.ics`.',
    calls: [ReadIncomeFeed],
    response: { status: 200, description: 'The calendar (RFC 5545).', contentType: 'text/calendar' },
  },
]
