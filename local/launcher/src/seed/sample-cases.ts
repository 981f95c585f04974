import type { Ticket } from '@hissa/contracts/kyc'
import type * as journeys from '@hissa/testing-driver'
import type { LauncherBus } from '../sandbox/bus-state.js'
import { demoPassword } from './accounts.js'
import type { SeedStep } from './seed.js'

type Journeys = typeof journeys
type Journey = journeys.Journey
type Session = journeys.Session

/** A fictional applicant, their passport, and the state of the case. */
export interface SampleCase {
  /** First part of the account's email address. */
  name: string
  firstName: string
  lastName: string
  /** ISO 3166-1 alpha-2 of the profile, alpha-3 of the passport. */
  nationality: readonly [alpha2: string, alpha3: string]
  dateOfBirth: string
  passport?: Partial<journeys.TravelDocument>
  politicallyExposed?: boolean
  /** Whether the applicant confirms lines with a wrong last check digit. */
  wrongDigit?: boolean
  /** The reviewers' actions so far; without any, the case is in the queue or was approved by a rule. */
  review?: Review
}

type Review =
  /** By the first reviewer, who signs in as compliance@hissa.test. */
  | { by: 'compliance'; step: 'claim' }
  /** By the second, so that the first one can decide the proposal. */
  | {
      by: 'compliance2'
      step: 'approve' | 'reject' | 'resubmit'
      reasonCodes: readonly string[]
      note: string
    }

const forgedNumber = 'H90000007'

/** One case of each kind that reviewers see. The rejected one comes before the case that reuses its number. */
export const sampleCases: readonly SampleCase[] = [
  {
    name: 'sample-clean',
    firstName: 'Sample',
    lastName: 'Clean',
    nationality: ['GB', 'GBR'],
    dateOfBirth: '1986-02-11',
  },
  {
    name: 'sample-listed-name',
    firstName: 'Noor',
    lastName: 'Ahmad',
    nationality: ['JO', 'JOR'],
    dateOfBirth: '1993-08-24',
  },
  {
    name: 'sample-high-risk',
    firstName: 'Sample',
    lastName: 'Country',
    nationality: ['MM', 'MMR'],
    dateOfBirth: '1979-05-30',
  },
  {
    name: 'sample-expired',
    firstName: 'Sample',
    lastName: 'Expired',
    nationality: ['FR', 'FRA'],
    dateOfBirth: '1990-12-03',
    passport: { expiryDate: '2024-02-29' },
  },
  {
    name: 'sample-other-name',
    firstName: 'Sample',
    lastName: 'Mismatch',
    nationality: ['IN', 'IND'],
    dateOfBirth: '1984-07-19',
    passport: { lastName: 'Different' },
  },
  {
    name: 'sample-claimed',
    firstName: 'Sample',
    lastName: 'Claimed',
    nationality: ['DE', 'DEU'],
    dateOfBirth: '1995-03-14',
    wrongDigit: true,
    review: { by: 'compliance', step: 'claim' },
  },
  {
    name: 'sample-second-review',
    firstName: 'Sample',
    lastName: 'Office',
    nationality: ['AE', 'ARE'],
    dateOfBirth: '1971-10-08',
    politicallyExposed: true,
    review: {
      by: 'compliance2',
      step: 'approve',
      reasonCodes: [],
      note: 'Sample note: the office is a local one and the source of funds is documented.',
    },
  },
  {
    name: 'sample-more-information',
    firstName: 'Sample',
    lastName: 'Unreadable',
    nationality: ['EG', 'EGY'],
    dateOfBirth: '1988-01-27',
    wrongDigit: true,
    review: {
      by: 'compliance2',
      step: 'resubmit',
      reasonCodes: ['DOCUMENT_UNREADABLE'],
      note: 'Sample note: the lower line of the picture is blurred.',
    },
  },
  {
    name: 'sample-rejected',
    firstName: 'Sample',
    lastName: 'Forger',
    nationality: ['GB', 'GBR'],
    dateOfBirth: '1982-06-05',
    passport: { documentNumber: forgedNumber },
    wrongDigit: true,
    review: {
      by: 'compliance2',
      step: 'reject',
      reasonCodes: ['SUSPECTED_FORGERY'],
      note: 'Sample note: the photograph was replaced.',
    },
  },
  {
    name: 'sample-forged-number',
    firstName: 'Sample',
    lastName: 'Again',
    nationality: ['GB', 'GBR'],
    dateOfBirth: '1991-09-16',
    passport: { documentNumber: forgedNumber },
  },
]

const seedTimeoutMs = 60_000

/**
 * Creates sample cases of each kind at the compliance desk during a first start, through the product's own sign-in,
 * upload, submission and review. Every case is marked as sample data before anything is submitted. Resumes where an
 * interrupted first start left a case.
 */
export function sampleIdentityCases(bus: LauncherBus, baseUrl: string, mailUrl: string): SeedStep {
  return {
    name: 'sample identity cases',
    after: ['demo accounts'],
    run: async () => {
      const library = await import('@hissa/testing-driver')
      const journey = library.createJourney({ baseUrl, mailUrl })
      const accounts = sampleCases.map(({ name, firstName, lastName }) => ({
        ...{ email: `${name}@hissa.test`, password: demoPassword },
        ...{ fullName: `${firstName} ${lastName}`, groups: ['investor'] },
      }))
      await bus.request('local.identity.seed', { accounts }, seedTimeoutMs)
      const mark = (caseId: string) => bus.request('local.kyc.markSamples', { caseIds: [caseId] }, seedTimeoutMs)
      const desk = createDesk(library, journey)
      const one = (sample: SampleCase) => applyAndReview({ library, journey, mark, desk }, sample)
      // The case with a forged number is submitted once that number has been rejected.
      const [last, ...others] = [...sampleCases].reverse()
      await Promise.all(others.map(one))
      if (last) await one(last)
      return String(sampleCases.length)
    },
  }
}

interface Tools {
  library: Journeys
  journey: Journey
  mark: (caseId: string) => Promise<unknown>
  desk: ReturnType<typeof createDesk>
}

async function applyAndReview({ library, journey, mark, desk }: Tools, sample: SampleCase): Promise<void> {
  const { name, firstName, lastName, nationality, dateOfBirth, review } = sample
  const [alpha2, alpha3] = nationality
  const person = library.newPerson({
    ...{ email: `${name}@hissa.test`, password: demoPassword, firstName, lastName, dateOfBirth, nationality: alpha2 },
  })
  const document = { ...person.document, issuingState: alpha3, nationality: alpha3, ...sample.passport }
  const session = await journey.signIn(person.email, demoPassword)
  if ((await journey.getProfile(session)).userStatus.toLowerCase() === 'registered')
    await journey.saveProfile(session, person)
  const before = await journey.kycStatus(session)
  const isBegun = before.state !== 'not_started'
  const caseId = isBegun ? before.caseId : (await journey.startKyc(session, 'passport', alpha3)).caseId
  if (caseId === null) throw new Error(`the case of ${name} was not opened`)
  await mark(caseId)
  if (!isBegun || before.state === 'collecting') {
    await journey.uploadDocument(session, caseId, 'front')
    const [first = '', second = ''] = library.passportLines(document)
    const lines = sample.wrongDigit ? [first, withWrongDigit(second)] : [first, second]
    const { politicallyExposed = false, wrongDigit: confirmMrz = false } = sample
    await journey.submitKyc(session, caseId, lines, { politicallyExposed, confirmMrz })
  }
  if (review) await desk(caseId, review)
}

const withWrongDigit = (line: string): string => line.slice(0, -1) + ((Number(line.at(-1)) + 1) % 10)

/** Reviews the cases as the two demo reviewers. Steps that are already done are skipped. */
function createDesk({ poll }: Journeys, journey: Journey) {
  const sessions = new Map<string, Promise<Session>>()
  const sessionOf = (by: Review['by']): Promise<Session> => {
    const session = sessions.get(by) ?? journey.signIn(`${by}@hissa.test`, demoPassword)
    sessions.set(by, session)
    return session
  }
  return async (caseId: string, review: Review): Promise<void> => {
    const session = await sessionOf(review.by)
    const { idToken: token } = session
    const path = `/api/kyc/tickets/${caseId}`
    const read = () => journey.api<{ ticket: Ticket }>(path, { token })
    const { ticket } = await poll(`the case ${caseId} in the queue`, read)
    if (ticket.state !== 'in_review' || ticket.proposal) return
    const { version } = await journey.claimCase(session, caseId)
    if (review.step === 'claim') return
    const { step: decision, reasonCodes, note } = review
    await journey.api(`${path}/decision`, { token, body: { decision, reasonCodes, note, version } })
  }
}
