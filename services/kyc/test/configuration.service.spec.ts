import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DecideTicket, ClaimTicket, GetKycStatus, GetTicket, ListTickets } from '@hissa/contracts/kyc'
import { newId } from '@hissa/kernel'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boot } from '../src/boot.js'
import {
  harness,
  lines,
  markSamples,
  openEvidence,
  reboot,
  reviewer,
  startHarness,
  stopHarness,
  submitCase,
  user,
} from './harness.js'

beforeAll(startHarness)
afterAll(stopHarness)

describe('configuration', () => {
  it('sends every case to review if it has no sanctions list, and rejects specimens outside local mode', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'hissa-none-'))
    const { LOCAL_MODE: _, ...real } = harness.env
    await reboot({ ...real, SANCTIONS_DIR: empty })
    const status = await submitCase(user())
    expect((await reviewer().call(GetTicket, { caseId: status.caseId! })).ticket).toMatchObject({
      reasons: ['NO_SANCTIONS_LIST', 'PICTURE_NOT_READ'],
      screening: { listDate: null },
    })
    await expect(submitCase(user(), { mrzLines: lines({ state: 'UTO' }) })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      extra: { errors: [expect.objectContaining({ code: 'SPECIMEN_DOCUMENT' })] },
    })
    await rm(empty, { recursive: true })
  })

  it('sends a clean case to review outside local mode, because its picture was not read', async () => {
    const { LOCAL_MODE: _, ...real } = harness.env
    await reboot(real)
    await expect(markSamples([newId()])).rejects.toThrow(/no responders/i)
    const anna = user()
    const { state, caseId } = await submitCase(anna)
    expect(state).toBe('in_review')
    const staff = reviewer()
    const { ticket } = await staff.call(GetTicket, { caseId: caseId! })
    expect(ticket).toMatchObject({ reasons: ['NO_SANCTIONS_LIST', 'PICTURE_NOT_READ'], risk: 'medium' })
    const { lists } = await staff.call(ListTickets)
    expect(lists.map(({ list, date, old }) => [list, date, old])).toEqual([
      ['OFAC SDN', '2019-01-15', true],
      ['UN', '2026-02-27', true],
    ])
    const { version } = (await staff.call(ClaimTicket, { caseId: caseId! })).ticket
    await openEvidence(staff, caseId!)
    await staff.call(DecideTicket, { caseId: caseId!, decision: 'approve', version })
    const { status } = await anna.call(GetKycStatus, { locale: 'en' })
    expect(status.state).toBe('approved')
    expect(status.nextAction.text).not.toMatch(/demonstration/)
  })

  it('is rejected with the names of invalid settings', async () => {
    await expect(boot({ ...harness.env, KYC_MASTER_KEY: 'short', STORAGE_URL: '' })).rejects.toThrow(
      /STORAGE_URL[\s\S]*KYC_MASTER_KEY|KYC_MASTER_KEY[\s\S]*STORAGE_URL/,
    )
    await expect(boot({ ...harness.env, SANCTIONS_DIR: '/nowhere/at/all' })).rejects.toThrow(/SANCTIONS_DIR/)
  })
})
