import { GetTicket, ListTickets } from '@hissa/contracts/kyc'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertPepList } from '../src/screening/convert-pep-list.js'
import { convertUaeList } from '../src/screening/convert-uae-list.js'
import { formatSnapshot } from '../src/screening/snapshot.js'
import { freshNumber, harness, reboot, reviewer, startHarness, stopHarness, submitCase, user } from './harness.js'
import { passportLines } from './mrz-lines.js'
import { decideAs, verdict } from './reviewing.js'

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
