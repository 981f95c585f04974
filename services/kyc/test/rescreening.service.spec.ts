import { DecideTicket, GetKycStatus, GetTicket, ListTickets, ListTicketTrail, SubmitKyc } from '@hissa/contracts/kyc'
import type { EventContract, EventData } from '@hissa/contracts'
import { DistributionDeclared, OrderPaid, WithdrawalChanged } from '@hissa/contracts/investment'
import { ManualTiming, newId } from '@hissa/kernel'
import { ensureStream, listDeadLetters, newEvent, subjectOf } from '@hissa/messaging'
import { fils, units } from '@hissa/money'
import { connectMongo } from '@hissa/persistence'
import { poll, until } from '@hissa/testing-helpers'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { KnownLists } from '../src/rescreening/known-lists.js'
import { ScreenPerson } from '../src/rescreening/screen-person.js'
import { convertPepList } from '../src/screening/convert-pep-list.js'
import { convertUaeList } from '../src/screening/convert-uae-list.js'
import type { SanctionsList } from '../src/screening/listed-party.js'
import { Screener } from '../src/screening/sanctions-list.js'
import { formatSnapshot } from '../src/screening/snapshot.js'
import {
  audits,
  events,
  freshNumber,
  harness,
  readable,
  reboot,
  rename,
  reviewer,
  startHarness,
  stopHarness,
  submitCase,
  user,
} from './harness.js'
import { passportLines } from './mrz-lines.js'
import { claim, decideAs, NOTE, verdict } from './reviewing.js'

const invented = (name: string) => fileURLToPath(new URL(`../test-data/${name}`, import.meta.url))
let folder: string

beforeAll(async () => {
  await startHarness()
  folder = await mkdtemp(join(tmpdir(), 'hissa-more-'))
})
afterAll(async () => {
  await stopHarness()
  await rm(folder, { recursive: true })
})

/** Writes the invented lists and starts the service with them in addition to those of the package. */
async function withMoreLists() {
  const uae = convertUaeList(await readFile(invented('uae-local-list.csv'), 'utf8'), '2026-11-01')
  const peps = await convertPepList(createReadStream(invented('pep.simple.csv')), '2026-11-02')
  await writeFile(join(folder, 'uae.tsv'), formatSnapshot(uae))
  await writeFile(join(folder, 'pep.tsv'), formatSnapshot(peps))
  await reboot({ ...harness.env, MORE_LISTS_DIR: folder })
}

/** Submits the case of a person with this name, born in 1962, and returns them and the id of their case. */
async function submit(firstName: string, lastName: string) {
  const applicant = user(`${firstName} ${lastName}`, [], { dateOfBirth: '1962-04-19', nationality: 'JO' })
  const mrzLines = passportLines({ firstName, lastName, birth: '620419', state: 'JOR', number: freshNumber() })
  const { state, caseId } = await submitCase(applicant, { mrzLines })
  return { applicant, state, caseId: caseId! }
}

describe('lists in another folder', () => {
  beforeAll(withMoreLists)

  it('are dated, and each screening states the version of every list it was made with', async () => {
    const { lists } = await reviewer().call(ListTickets)
    expect(lists.map(({ list, date, kind }) => [list, date, kind])).toEqual([
      ['OFAC SDN', '2019-01-15', 'sanctions'],
      ['UN', '2026-02-27', 'sanctions'],
      ['OpenSanctions PEP', '2026-11-02', 'pep'],
      ['UAE', '2026-11-01', 'sanctions'],
    ])
    const { caseId } = await submit('Zorvan', 'Quillimar')
    const { ticket } = await reviewer().call(GetTicket, { caseId })
    expect(ticket.screening.lists).toEqual(
      lists.map(({ list, date, kind, hash }) => ({ list, date, kind, hash: expect.stringMatching(hash!) })),
    )
    expect(ticket.screening.listDate).toBe('2019-01-15')
  })

  it('send a person on the list of the UAE to review for a name on a list of sanctions', async () => {
    const { state, caseId } = await submit('Zorvan', 'Quillimar')
    expect(state).toBe('in_review')
    const { ticket } = await reviewer().call(GetTicket, { caseId })
    expect(ticket).toMatchObject({ risk: 'high', reasons: ['SANCTIONS_NAME_MATCH'] })
    expect(ticket.screening.hits).toMatchObject([{ list: 'UAE', dataId: 'UAE-1', differs: ['birth_date'] }])
  })

  it('send a politically exposed person to two reviewers, who can approve', async () => {
    const { caseId } = await submit('Ormelia', 'Trastevan')
    const { ticket } = await reviewer().call(GetTicket, { caseId })
    const bothDecide = { approve: true, reject: true }
    expect(ticket).toMatchObject({ risk: 'high', reasons: ['POLITICALLY_EXPOSED'], secondReviewer: bothDecide })
    expect(ticket.screening.hits).toMatchObject([{ list: 'OpenSanctions PEP', kind: 'pep', differs: [] }])
    const proposed = await decideAs(reviewer(), caseId, {})
    expect((await verdict(reviewer(), caseId, proposed.version)).ticket.state).toBe('approved')
  })
})

/** A list with these people, none of whom has a birth date there. */
const listOf = (...names: string[]): SanctionsList => ({
  list: 'UAE',
  date: '2026-11-20',
  parties: names.map((name) => ({
    ...{ dataId: name, reference: 'R', kind: 'individual', birthDates: [], nationalities: [] },
    names: [{ quality: 'primary', name }],
  })),
})

interface Row {
  _id: string
  state: string
  screenedSet?: string
  evidence?: unknown
}
const rows = () => harness.mongo.collection<Row>('cases')
/** Waits until every approved person was screened against one set of lists, which isn't `earlier`, and returns it. */
const sweptFrom = (earlier: string | undefined) =>
  poll('everybody to be screened', async () => {
    const sets = await rows().distinct('screenedSet', { state: 'approved' })
    const unknown = await rows().countDocuments({ state: 'approved', screenedSet: { $exists: false } })
    return sets.length === 1 && sets[0] !== earlier && unknown === 0 && sets[0]
  })

/** Starts the service with a list of these people, and waits until everybody was screened. */
async function listNow(...names: string[]): Promise<string> {
  const earlier = (await rows().findOne({ state: 'approved', screenedSet: { $exists: true } }))?.screenedSet
  await writeFile(join(folder, 'uae.tsv'), formatSnapshot(listOf(...names)))
  await reboot({ ...harness.env, MORE_LISTS_DIR: folder })
  return sweptFrom(earlier)
}
const invent = (count: number) => Array.from({ length: count }, (_, at) => `Qxv${'abcdefgh'[at % 8]}z Wkj${at}rrt`)
const stateOf = async (caseId: string) => (await reviewer().call(GetTicket, { caseId })).ticket.state
const typesOf = async (caseId: string) => (await events(caseId)).map(({ type }) => type)

describe('a list that has changed', () => {
  it('reopens only the approved cases of people it newly names, once', async () => {
    const [named, other] = [await submit('Sorabel', 'Quintray'), await submit('Maelith', 'Orvanne')]
    expect([named.state, other.state]).toEqual(['approved', 'approved'])
    await listNow('Sorabel Quintray')
    const { ticket } = await reviewer().call(GetTicket, { caseId: named.caseId })
    expect(ticket).toMatchObject({ state: 'in_review', risk: 'high', reasons: ['SANCTIONS_NAME_MATCH'] })
    expect(ticket.reopenedAt).toBeDefined()
    expect(ticket.dueAt > ticket.reopenedAt!).toBe(true)
    expect(ticket.screening.hits).toMatchObject([{ list: 'UAE', dataId: 'Sorabel Quintray' }])
    expect(ticket.screening.lists).toContainEqual(expect.objectContaining({ list: 'UAE', date: '2026-11-20' }))
    expect(ticket.history.at(-1)).toMatchObject({ action: 'screened_again', actor: 'rule' })
    expect(await typesOf(named.caseId)).toEqual([
      ...['kyc.case.submitted.v1', 'kyc.case.approved.v1'],
      'kyc.case.reopened.v1',
    ])
    expect((await events(named.caseId)).at(-1)!.data).toEqual({
      caseId: named.caseId,
      userId: named.applicant.userId,
    })
    expect(await stateOf(other.caseId)).toBe('approved')
    expect(await typesOf(other.caseId)).not.toContain('kyc.case.reopened.v1')
    const view = await reviewer().call(ListTickets, { view: 'rescreened' })
    expect(view.tickets.map(({ caseId }) => caseId)).toEqual([named.caseId])
    expect(view.counts.rescreened).toBe(1)
    const [entry] = (await audits(named.caseId)).filter(({ action }) => action === 'case.reopened')
    expect(entry).toMatchObject({ actor: 'rule', detail: { hits: [{ list: 'UAE', dataId: 'Sorabel Quintray' }] } })
    const trail = await reviewer().call(ListTicketTrail, { caseId: named.caseId })
    expect(trail.entries.map(({ action }) => action)).toContain('case.reopened')
    const { status } = await named.applicant.call(GetKycStatus, { locale: 'en' })
    expect(status).toMatchObject({ state: 'in_review', reasons: [], nextAction: { code: 'wait' } })
    const row = await rows().findOne({ _id: named.caseId })
    expect(readable({ ...row, screenedAt: null })).not.toMatch(/sorabel|quintray/i)
  })

  it('releases a person whom two reviewers clear, and does not reopen the case for the same hit', async () => {
    const { caseId } = await submit('Tarquon', 'Belisarde')
    await listNow('Tarquon Belisarde')
    const staff = reviewer()
    const version = await claim(staff, caseId)
    const approval = { caseId, decision: 'approve', note: NOTE, version } as const
    const { ticket } = await staff.call(DecideTicket, approval)
    expect(ticket).toMatchObject({ state: 'in_review', proposal: { decision: 'approve' } })
    expect((await verdict(reviewer(), caseId, ticket.version)).ticket).toMatchObject({ state: 'approved' })
    expect((await typesOf(caseId)).at(-1)).toBe('kyc.case.cleared.v1')
    expect((await reviewer().call(ListTickets, { view: 'rescreened' })).tickets).not.toContainEqual(
      expect.objectContaining({ caseId }),
    )
    await listNow('Tarquon Belisarde', 'Nobody Novak')
    expect(await stateOf(caseId)).toBe('approved')
    await listNow('Tarquon Belisarde', 'Belisarde Tarquon')
    expect(await stateOf(caseId)).toBe('in_review')
  })

  it('still needs two reviewers after a resubmission under another name, which the rule does not approve', async () => {
    const { applicant, caseId } = await submit('Ostrenna', 'Valdimoor')
    await listNow('Ostrenna Valdimoor')
    const staff = reviewer()
    await decideAs(staff, caseId, { decision: 'resubmit', reasonCodes: ['DOCUMENT_UNREADABLE'] })
    const names = { firstName: 'Peldanne', lastName: 'Marquist' }
    rename(applicant, 'Peldanne Marquist')
    const mrzLines = passportLines({ ...names, birth: '620419', state: 'JOR', number: freshNumber() })
    const { status } = await applicant.call(SubmitKyc, { caseId, mrzLines })
    expect(status.state).toBe('in_review')
    const { ticket } = await staff.call(GetTicket, { caseId })
    expect(ticket).toMatchObject({ secondReviewer: { approve: true, reject: true }, screening: { hits: [] } })
    const proposed = await decideAs(staff, caseId, {})
    expect(proposed.state).toBe('in_review')
    expect((await verdict(reviewer(), caseId, proposed.version)).ticket.state).toBe('approved')
    expect((await typesOf(caseId)).at(-1)).toBe('kyc.case.approved.v1')
  })

  it('has a person rejected whose match two reviewers confirm', async () => {
    const { caseId } = await submit('Ilvane', 'Dorstrecht')
    await listNow('Ilvane Dorstrecht')
    const ticket = await decideAs(reviewer(), caseId, { decision: 'reject', reasonCodes: ['SANCTIONS_MATCH'] })
    expect((await verdict(reviewer(), caseId, ticket.version)).ticket.state).toBe('rejected')
    expect((await events(caseId)).at(-1)).toMatchObject({
      type: 'kyc.case.rejected.v1',
      data: { reasonCodes: ['DECLINED'] },
    })
  })

  it('requires reviewers to look at the data again, although they did before the first approval', async () => {
    const { caseId } = await submit('Ormelia', 'Trastevan')
    await withMoreLists()
    await until(async () => (await stateOf(caseId)) === 'in_review')
    const [maker, checker] = [reviewer(), reviewer()]
    const proposed = await decideAs(maker, caseId, {})
    expect((await verdict(checker, caseId, proposed.version)).ticket.state).toBe('approved')
    const peps = await convertPepList(createReadStream(invented('pep.simple.csv')), '2026-11-20')
    const renamed = peps.parties.map((party) => ({ ...party, dataId: `${party.dataId}-new` }))
    await writeFile(join(folder, 'pep.tsv'), formatSnapshot({ ...peps, parties: renamed }))
    await reboot({ ...harness.env, MORE_LISTS_DIR: folder })
    await until(async () => (await stateOf(caseId)) === 'in_review')
    expect((await checker.call(GetTicket, { caseId })).ticket.toOpen).toMatchObject({ details: true })
  })

  it('screens people of earlier releases, of whom it is not known which lists they were screened against', async () => {
    const { caseId } = await submit('Quenby', 'Astervoll')
    await listNow('Quenby Astervoll Somebody Else')
    await rows().updateOne({ _id: caseId }, { $unset: { screenedSet: '', screenedAt: '' } })
    await listNow('Quenby Astervoll')
    expect(await stateOf(caseId)).toBe('in_review')
  })

  it('screens everybody else if the data of one person cannot be read, and that person once they can', async () => {
    const people = [await submit('Velisar', 'Ombrecht'), await submit('Velisar', 'Ombrecht')]
    const [broken, intact] = people.map(({ caseId }) => caseId).sort() as [string, string]
    const { evidence } = (await rows().findOne({ _id: broken }))!
    await rows().updateOne({ _id: broken }, { $set: { evidence: Buffer.from('damaged') } })
    await writeFile(join(folder, 'uae.tsv'), formatSnapshot(listOf('Velisar Ombrecht')))
    await reboot({ ...harness.env, MORE_LISTS_DIR: folder })
    await until(async () => (await rows().findOne({ _id: intact }))?.state === 'in_review')
    expect((await rows().findOne({ _id: broken }))?.state).toBe('approved')
    await rows().updateOne({ _id: broken }, { $set: { evidence } })
    await reboot({ ...harness.env, MORE_LISTS_DIR: folder })
    await until(async () => (await rows().findOne({ _id: broken }))?.state === 'in_review')
  })

  it('screens the others if what one person was screened against cannot be compared', async () => {
    const people = [await submit('Ambrisol', 'Teverance'), await submit('Ambrisol', 'Teverance')]
    const [first, second] = people.map(({ caseId }) => caseId).sort() as [string, string]
    await harness.mongo.collection<{ _id: string }>('list_sets').insertOne({ _id: '-', lists: 'damaged' } as never)
    await rows().updateOne({ _id: first }, { $set: { screenedSet: '-' } })
    await writeFile(join(folder, 'uae.tsv'), formatSnapshot(listOf('Ambrisol Teverance')))
    await reboot({ ...harness.env, MORE_LISTS_DIR: folder })
    await until(async () => (await rows().findOne({ _id: second }))?.state === 'in_review')
    expect((await rows().findOne({ _id: first }))?.state).toBe('approved')
    await rows().updateOne({ _id: first }, { $unset: { screenedSet: '' } })
  })

  it('compares people with the loaded lists if most of their names are new, instead of indexing those again', async () => {
    const earlier = await listNow('Kept Longstaffe')
    const { MORE_LISTS_DIR: _, ...env } = harness.env
    await writeFile(join(folder, 'uae.tsv'), formatSnapshot(listOf('Kept Longstaffe', ...invent(40))))
    const screen = jest.spyOn(ScreenPerson.prototype, 'screen')
    await reboot({ ...env, SANCTIONS_DIR: folder })
    await sweptFrom(earlier)
    const uae = screen.mock.calls.map(([, { screener }]) => screener.sources.find(({ list }) => list === 'UAE')!)
    screen.mockRestore()
    expect(new Set(uae.map(({ parties }) => parties.length))).toEqual(new Set([41]))
  })
})

describe('replicas with different lists', () => {
  it('use those of the one that started last, and the others again once no replica with those runs any more', async () => {
    const { MONGODB_URI: uri, MONGODB_DB_PREFIX: prefix } = harness.env
    const connection = await connectMongo({ uri: uri!, dbName: `${prefix}lists` })
    const timing = new ManualTiming()
    const known = new KnownLists(connection, timing)
    const remember = (name: string) => known.remember(new Screener([listOf(name)]))
    const [present, earlier] = [await remember('A B'), await remember('C D')]
    for (const _ of [1, 2, 3]) {
      await timing.pass(6 * 60_000)
      expect([await known.isNewest(present), await known.isNewest(earlier)]).toEqual([false, true])
    }
    await timing.pass(11 * 60_000)
    expect([await known.isNewest(present), await known.isNewest(earlier)]).toEqual([true, false])
    await connection.close()
  })
})

describe('money of an investor that is about to move', () => {
  const amounts = { units: units(1), amountFils: fils(200_000), feeFils: fils(3_000), totalFils: fils(203_000) }
  const income = { unitsIssued: units(1_000), netIncomeFils: fils(900_000), amountFils: fils(900) }
  const eventOf = <C extends EventContract>(contract: C, id: string, data: EventData<C> & { version: number }) =>
    newEvent(contract, { aggregateId: id, version: data.version, time: new Date(), data })
  const MOVES = {
    'an order is paid': (userId: string, version: number) =>
      eventOf(OrderPaid, `o-${userId}`, { orderId: `o-${userId}`, userId, propertyId: 'p', ...amounts, version }),
    'a withdrawal is requested': (userId: string, version: number) =>
      eventOf(WithdrawalChanged, `w-${userId}`, {
        ...{ withdrawalId: `w-${userId}`, userId, amountFils: fils(1_000), state: 'requested', version },
      }),
    'a distribution is declared': (userId: string, version: number) =>
      eventOf(DistributionDeclared, `d-${userId}`, {
        ...{ distributionId: `d-${userId}`, userId, propertyId: 'p', period: '2026-Q3', recordDate: '2026-09-30' },
        ...{ units: units(1), ...income, version },
      }),
  }
  const publish = async (event: { type: string }) => {
    await ensureStream(harness.bus, 'investment')
    await harness.bus.js.publish(subjectOf(event.type), JSON.stringify(event))
  }

  /** Submits a person whom the loaded list names, but whom an earlier matcher didn't find, and who counts as screened. */
  async function unnoticed(name: string) {
    await listNow(`${name} Hathersage`)
    const matcher = jest.spyOn(Screener.prototype, 'screen').mockReturnValue([])
    const submitted = await submit(name, 'Hathersage')
    matcher.mockRestore()
    expect(submitted.state).toBe('approved')
    return submitted
  }

  it.each(Object.entries(MOVES))('is held by a hit when %s, once for duplicate and late events', async (what, move) => {
    const { applicant, caseId } = await unnoticed(what.split(' ')[1] + 'ondravel')
    const event = move(applicant.userId, 3)
    for (const each of [event, event, move(applicant.userId, 2)]) await publish(each)
    await until(async () => (await stateOf(caseId)) === 'in_review')
    const reopened = (await typesOf(caseId)).filter((type) => type === 'kyc.case.reopened.v1')
    expect(reopened).toHaveLength(1)
  })

  it.each(Object.entries(MOVES))(
    'stays as it is if the event that %s violates the contract, which becomes a dead letter',
    async (_, move) => {
      const marker = newId()
      await publish({ ...move('x', 1), data: { userId: marker } } as never)
      await until(async () => (await listDeadLetters(harness.bus, 'kyc')).some(({ body }) => body.includes(marker)))
    },
  )
})
