import type { ShareAction } from '@hissa/contracts/tokenisation'
import { describe, expect, it } from '@jest/globals'
import type { Account } from '../accounts/account.js'
import type { Freeze } from '../enforcement/enforcement.api.js'
import type { Relocation } from '../relocations/relocations.api.js'
import { evidenceFor, obstacleOf, possibleActions, type Facts } from './share-action.js'

const at = new Date('2026-11-23T08:00:00Z')
const [CUSTODY, WALLET] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const
const account: Account = {
  _id: 'u',
  salt: '0x00',
  address: CUSTODY,
  identity: CUSTODY,
  state: 'registered',
  version: 1,
}
const atWallet: Account = { ...account, address: WALLET, version: 2 }
const freeze: Freeze = {
  ...{ _id: 'f', userId: 'u', state: 'frozen', approvalId: 'a', frozenAt: at, mintsUntil: at, version: 1 },
}
const request: Relocation = {
  ...{ _id: 'r', userId: 'u', kind: 'own_wallet', state: 'requested', from: CUSTODY, to: WALLET },
  ...{ requestedAt: at, isOpen: true, steps: [], version: 1 },
}
const facts = (more: Partial<Facts> = {}): Facts => ({
  ...{ account, freezes: [], relocation: null, isInFlight: false, isSuspended: false },
  ...more,
})
const moving = (more: Partial<Relocation> = {}): Relocation => ({
  ...{ ...request, state: 'moving', isWorking: true, refusal: { reason: 'REVERTED', at, count: 1 } },
  ...more,
})
const moved: Relocation['steps'] = [
  {
    id: 's',
    kind: 'move',
    propertyId: 'P',
    receipt: { blockNumber: 1 } as NonNullable<Relocation['steps'][0]['receipt']>,
  },
]
const cancel: ShareAction = { type: 'cancel', relocationId: 'r' }
const retry: ShareAction = { type: 'retry', relocationId: 'r' }
const move: ShareAction = { type: 'move', relocationId: 'r' }

describe('an action on a shareholder', () => {
  it.each<[string, ShareAction, Partial<Facts>, string | undefined]>([
    ['cancels a move', cancel, { relocation: moving() }, undefined],
    ['cancels a move of which some shares have moved', cancel, { relocation: moving({ steps: moved }) }, undefined],
    ['cancels no request', cancel, { relocation: request }, 'not_moving'],
    ['cancels no other move', { ...cancel, relocationId: 'x' }, { relocation: moving() }, 'not_moving'],
    ['cancels nothing in flight', cancel, { relocation: moving(), isInFlight: true }, 'in_flight'],
    ['cancels a move of frozen shares', cancel, { relocation: moving(), freezes: [freeze] }, undefined],
    [
      'returns no shares to a frozen address',
      cancel,
      { relocation: moving({ steps: moved }), freezes: [freeze] },
      'frozen',
    ],
    [
      'returns no shares to a lost wallet',
      cancel,
      { relocation: moving({ kind: 'recovery', steps: moved }) },
      'partly_moved',
    ],
    ['retries a refused move', retry, { relocation: moving({ steps: moved }) }, undefined],
    ['retries nothing in flight', retry, { relocation: moving(), isInFlight: true }, 'in_flight'],
    [
      'retries nothing that was not refused',
      retry,
      { relocation: { ...request, state: 'moving' as const } },
      'not_refused',
    ],
    ['freezes shares that are not frozen', { type: 'freeze' }, {}, undefined],
    ['freezes them also while they move', { type: 'freeze' }, { account: { ...account, moving: 'r' } }, undefined],
    ['freezes nothing twice', { type: 'freeze', propertyId: 'P' }, { freezes: [freeze] }, 'already_frozen'],
    [
      'freezes again what is being lifted',
      { type: 'freeze' },
      { freezes: [{ ...freeze, state: 'lifting' }] },
      undefined,
    ],
    ['lifts a freeze', { type: 'unfreeze', freezeId: 'f' }, { freezes: [freeze] }, undefined],
    ['lifts no unknown freeze', { type: 'unfreeze', freezeId: 'g' }, { freezes: [freeze] }, 'not_frozen'],
    ['moves shares to a proven wallet', move, { relocation: request }, undefined],
    ['moves nothing without a request', move, {}, 'request_closed'],
    ['moves nothing twice', move, { relocation: { ...request, state: 'moving' } }, 'request_closed'],
    ['moves nothing of a suspended investor', move, { relocation: request, isSuspended: true }, 'suspended'],
    [
      'recovers shares of a suspended investor',
      { type: 'recover' },
      { account: atWallet, isSuspended: true },
      undefined,
    ],
    ['moves nothing that is frozen', move, { relocation: request, freezes: [freeze] }, 'frozen'],
    [
      'moves nothing before the account is registered',
      move,
      { relocation: request, account: { ...account, state: 'onboarding' } },
      'not_registered',
    ],
    ['recovers shares from a wallet', { type: 'recover' }, { account: atWallet }, undefined],
    ['recovers frozen shares', { type: 'recover' }, { account: atWallet, freezes: [freeze] }, undefined],
    ['recovers nothing from custody', { type: 'recover' }, {}, 'custodial'],
    ['recovers nothing that moves', { type: 'recover' }, { account: { ...atWallet, moving: 'r' } }, 'moving'],
    [
      'recovers nothing unregistered',
      { type: 'recover' },
      { account: { ...atWallet, state: 'assigned' } },
      'not_registered',
    ],
  ])('%s', (_, action, more, expected) => expect(obstacleOf(action, facts(more))).toBe(expected))

  it('is offered if it is possible, and no other of its type is pending', () => {
    const found = facts({ account: atWallet, relocation: request })
    const none = { properties: ['P'], pending: new Set<ShareAction['type']>() }
    const freezes = [{ type: 'freeze' }, { type: 'freeze', propertyId: 'P' }]
    expect(possibleActions(found, none)).toEqual([...freezes, move, { type: 'recover' }])
    expect(possibleActions(found, { ...none, pending: new Set(['freeze', 'recover']) })).toEqual([move])
  })

  it('rests on the address, on the freezes and on a move, and a move also on the request', () => {
    const actions: ShareAction[] = [{ type: 'freeze' }, { type: 'recover' }, move]
    const changes = (more: Partial<Facts>, of = facts({ relocation: request })) =>
      actions.map((action) => evidenceFor(action, of) !== evidenceFor(action, { ...of, ...more }))
    expect(changes({ account: atWallet })).toEqual([true, true, true])
    expect(changes({ account: { ...account, moving: 'r' } })).toEqual([true, true, true])
    expect(changes({ freezes: [freeze] })).toEqual([true, true, true])
    expect(changes({ freezes: [{ ...freeze, state: 'lifting' }] })).toEqual([false, false, false])
    expect(changes({ relocation: null })).toEqual([false, false, true])
    expect(changes({ freezes: [{ ...freeze, state: 'freezing' }] }, facts({ freezes: [freeze] }))).toEqual([
      false,
      false,
      false,
    ])
  })
})
