import type { Appropriateness, Dashboard, DeedVersionView, OrderState, OrderView } from '@hissa/contracts/investment'
import type { Profile } from '@hissa/contracts/identity'
import type { DocumentType, KycStatus, TicketDetail, UploadKind } from '@hissa/contracts/kyc'
import type { PropertySummary } from '@hissa/contracts/property'
import type { UserStatus } from '@hissa/contracts'
import { rightAnswers } from './answers.js'
import { ApiFailure, createApi, type Api } from './api.js'
import { payByCard, type CardDetails, type PayResult } from './card.js'
import { createMailbox, type Mailbox } from './mailbox.js'
import { fullNameOf, mrzLinesOf, newPerson, type Person } from './person.js'
import { documentPicture } from './picture.js'
import { poll, type PollOptions } from '@hissa/testing-helpers'
import { createPool, type Pool, type Session } from './pool.js'

export { rightAnswers } from './answers.js'
export { ApiFailure } from './api.js'
export { CARDS, payByCard, type CardDetails, type PayResult } from './card.js'
export { openLive, type LiveChannel, type LiveEvent } from './live.js'
export type { CaughtMail, Mailbox } from './mailbox.js'
export { checkDigit, emiratesIdNumber, identityCardLines, passportLines, type TravelDocument } from './mrz.js'
export { newPerson, type Person } from './person.js'
export { documentPicture } from './picture.js'
export { poll, type PollOptions } from '@hissa/testing-helpers'
export type { Session } from './pool.js'

export interface JourneyOptions {
  /** Base URL of the platform, such as `http://localhost:8080`. */
  baseUrl: string
  /** URL of the mail catcher, such as `http://localhost:8025`. */
  mailUrl: string
  /** Reachable URL of the payments sandbox, if its links name a different host (containers). */
  paymentsUrl?: string
}

export interface Checkout {
  url: string
  orderId: string
  expiresAt: string
}

/** The states of an order whose payment has arrived and isn't going back. */
const PAID_STATES: readonly OrderState[] = ['paid', 'cooling_off', 'allotted', 'issued']

interface PublicConfig {
  idp: { userPoolId: string; clientId: string }
}

/**
 * Drives the main journey over the public interfaces, as the web does: the user pool through its own library, the
 * product through its API, codes from email, and payment through the hosted page's form. Every wait polls with a
 * deadline. Throws ApiFailure for a failed API call, and the library's own error for the user pool.
 */
export function createJourney(options: JourneyOptions) {
  const baseUrl = options.baseUrl.replace(/\/$/, '')
  const api = createApi(baseUrl)
  const mailbox = createMailbox(options.mailUrl.replace(/\/$/, ''))
  let pool: Promise<Pool> | undefined
  const getPool = (): Promise<Pool> => {
    // A failure isn't cached, because the platform may not have been up yet.
    pool ??= loadPool(api, baseUrl).catch((error: unknown) => {
      pool = undefined
      throw error
    })
    return pool
  }
  const account = accountSteps(getPool, mailbox)
  const profile = profileSteps(api)
  const kyc = kycSteps(api)
  const desk = deskSteps(api)
  const invest = investSteps(api, options.paymentsUrl)
  return {
    api,
    mailbox,
    newPerson,
    ...account,
    ...profile,
    ...kyc,
    ...desk,
    ...invest,
    /** Signs up, confirms, signs in, saves the profile and passes KYC. The returned session may invest. */
    async becomeInvestor(person: Person = newPerson()): Promise<{ person: Person; session: Session }> {
      const session = await account.join(person)
      await profile.saveProfile(session, person)
      await kyc.passKyc(session, person)
      await profile.waitForStatus(session, 'kyc_complete')
      return { person, session }
    },
    /** Meets the requirements, orders, pays, and waits until the order is paid. Throws when the card is declined. */
    async buy(session: Session, order: { propertyId: string; amount: number; card?: string }): Promise<OrderView> {
      await invest.meetRequirements(session, order.propertyId)
      const checkout = await invest.checkout(session, order)
      const result = await invest.payByCard(checkout.url, order.card)
      if (result.outcome !== 'paid') throw new Error(`the payment did not succeed: ${result.message}`)
      return invest.waitForPayment(session, checkout.orderId)
    },
  }
}
export type Journey = ReturnType<typeof createJourney>

async function loadPool(api: Api, baseUrl: string): Promise<Pool> {
  const { idp } = await api<PublicConfig>('/config.json')
  return createPool({ endpoint: `${baseUrl}/idp/`, userPoolId: idp.userPoolId, clientId: idp.clientId })
}

function accountSteps(getPool: () => Promise<Pool>, mailbox: Mailbox) {
  const signUp = async (person: Person): Promise<{ userId: string }> => (await getPool()).signUp(person)
  const signIn = async (email: string, password: string): Promise<Session> => (await getPool()).signIn(email, password)
  /** Confirms with the code from the email, or with the given one. */
  const confirm = async (email: string, code?: string): Promise<void> => {
    await (await getPool()).confirm(email, code ?? (await mailbox.waitForCode(email)))
  }
  return {
    signUp,
    signIn,
    confirm,
    resendCode: async (email: string): Promise<void> => void (await (await getPool()).resendCode(email)),
    /** Signs up, confirms and signs in. */
    async join(person: Person): Promise<Session> {
      await signUp(person)
      await confirm(person.email)
      return signIn(person.email, person.password)
    },
  }
}

function profileSteps(api: Api) {
  const getProfile = async (session: Session): Promise<Profile> =>
    (await api<{ profile: Profile }>('/api/profile', { token: session.idToken })).profile
  return {
    getProfile,
    async saveProfile(session: Session, person: Person): Promise<Profile> {
      const body = {
        fullName: fullNameOf(person),
        phoneNumber: person.phoneNumber,
        dateOfBirth: person.dateOfBirth,
        nationality: person.nationality,
        countryOfResidence: 'AE',
        address: { line1: 'Office 1, Sample Tower', city: 'Abu Dhabi' },
        language: person.language,
      }
      const call = { method: 'PUT', token: session.idToken, body } as const
      return (await api<{ profile: Profile }>('/api/profile', call)).profile
    },
    /** Waits until the user has this status, compared case-insensitively. */
    waitForStatus: (session: Session, status: UserStatus, wait?: PollOptions): Promise<Profile> =>
      poll(
        `status ${status}`,
        async () => {
          const profile = await getProfile(session)
          return profile.userStatus.toLowerCase() === status ? profile : undefined
        },
        wait,
      ),
  }
}

function kycSteps(api: Api) {
  const send = async (session: Session, path: string, body?: unknown): Promise<KycStatus> =>
    (await api<{ status: KycStatus }>(`/api/kyc/${path}`, { token: session.idToken, body })).status
  const startKyc = (
    session: Session,
    documentType: DocumentType = 'passport',
    issuingCountry?: string,
  ): Promise<KycStatus> =>
    send(session, 'start', {
      documentType,
      issuingCountry: issuingCountry ?? (documentType === 'passport' ? 'GBR' : 'ARE'),
    })
  const uploadDocument = (
    session: Session,
    caseId: string,
    kind: UploadKind,
    picture: Buffer = documentPicture(kind.length),
  ): Promise<KycStatus> => {
    const form = new FormData()
    form.set('caseId', caseId)
    form.set('kind', kind)
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), `${kind}.png`)
    return send(session, 'upload', form)
  }
  const submitKyc = (session: Session, caseId: string, mrzLines: string[], more: object = {}): Promise<KycStatus> =>
    send(session, 'process', { caseId, mrzLines, ...more })
  return {
    startKyc,
    uploadDocument,
    submitKyc,
    kycStatus: (session: Session): Promise<KycStatus> => send(session, 'status'),
    /**
     * Opens a case, uploads its documents and submits it; the returned status shows whether it was approved
     * automatically.
     */
    async passKyc(session: Session, person: Person, documentType: DocumentType = 'passport'): Promise<KycStatus> {
      const { caseId } = await startKyc(session, documentType)
      if (caseId === null) throw new Error('identity verification returned no case')
      const kinds = documentType === 'passport' ? (['front'] as const) : (['front', 'back'] as const)
      for (const kind of kinds) await uploadDocument(session, caseId, kind)
      return submitKyc(session, caseId, mrzLinesOf(person, documentType))
    },
  }
}

/** A title deed, as far as the platform reads one. */
export const TITLE_DEED = Buffer.from('%PDF-1.7 the title deed\n%%EOF\n')

function deskSteps(api: Api) {
  return {
    /** Claims a case as a reviewer, and opens its unmasked data and every picture, as an approval requires. */
    async claimCase({ idToken: token }: Session, caseId: string): Promise<TicketDetail> {
      const path = `/api/kyc/tickets/${caseId}`
      await api(`${path}/claim`, { token, body: {} })
      const { ticket } = await api<{ ticket: TicketDetail }>(path, { token })
      for (const { documentId } of ticket.documents) await api(`${path}/documents/${documentId}`, { token })
      return ticket
    },
    /** Uploads a title deed as finance staff; returns the stored version. */
    async storeDeed(
      { idToken: token }: Session,
      propertyId: string,
      bytes: Buffer = TITLE_DEED,
    ): Promise<DeedVersionView> {
      const body = new FormData()
      body.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'deed.pdf')
      const path = `/api/finance/raises/${propertyId}/deed`
      return (await api<{ deed: DeedVersionView }>(path, { token, body })).deed
    },
  }
}

interface DisclosureList {
  documents: { id: string; version: number; hash: string; required: boolean }[]
}

/** Returns undefined for a route that does not exist; throws any other error. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof ApiFailure && error.status === 404)) throw error
}

function investSteps(api: Api, paymentsUrl: string | undefined) {
  const reachable = (url: string): string => {
    if (paymentsUrl === undefined) return url
    const { pathname, search } = new URL(url)
    return new URL(`${pathname}${search}`, paymentsUrl).href
  }
  const order = async (session: Session, orderId: string): Promise<OrderView> =>
    (await api<{ order: OrderView }>(`/api/orders/${orderId}`, { token: session.idToken })).order
  /** Waits until an order is in one of these states. */
  const orderIn = (session: Session, orderId: string, states: readonly OrderState[], wait?: PollOptions) =>
    poll(
      `order ${orderId} in state ${states.join(' or ')}`,
      async () => {
        const found = await order(session, orderId)
        return states.includes(found.state) ? found : undefined
      },
      wait,
    )
  /** Reads the current disclosures of a property and accepts every required one. */
  const acceptDisclosures = async (session: Session, propertyId: string, locale = 'en'): Promise<void> => {
    const query = new URLSearchParams({ propertyId, locale })
    const { documents } = await api<DisclosureList>(`/api/disclosures?${query.toString()}`, {
      token: session.idToken,
    })
    const read = documents
      .filter((one) => one.required)
      .map(({ id, version, hash }) => ({ documentId: id, version, hash }))
    if (read.length === 0) return
    await api('/api/disclosures/acceptances', {
      token: session.idToken,
      body: { propertyId, locale, documents: read },
    })
  }
  /** Answers the questions about the risks correctly, unless they are answered. */
  const answerQuestions = async (session: Session): Promise<void> => {
    // A benchmark compares with an earlier release, which does not ask.
    const asked = await api<Appropriateness>('/api/appropriateness', { token: session.idToken }).catch(unlessMissing)
    if (asked?.state !== 'required') return
    const { version, hash } = asked
    const body = { version, hash, answers: rightAnswers(asked.questions) }
    await api('/api/appropriateness/answers', { token: session.idToken, body })
  }
  return {
    order,
    async properties(query = 'status=active'): Promise<PropertySummary[]> {
      return (await api<{ properties: PropertySummary[] }>(`/api/properties?${query}`)).properties
    },
    acceptDisclosures,
    answerQuestions,
    /** Does what an order requires first: answers the questions about the risks, and accepts the disclosures. */
    async meetRequirements(session: Session, propertyId: string): Promise<void> {
      await answerQuestions(session)
      await acceptDisclosures(session, propertyId)
    },
    /** Reserves units and opens the payment page. `amount` in AED. */
    checkout(
      session: Session,
      { idempotencyKey, ...body }: { propertyId: string; amount: number; idempotencyKey?: string },
    ): Promise<Checkout> {
      const { propertyId, amount } = body
      return api<Checkout>('/api/create-checkout-session', {
        token: session.idToken,
        body: { propertyId, amount, userId: session.userId },
        headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      })
    },
    /** Releases an unpaid reservation; returns the updated order. */
    async release(session: Session, orderId: string): Promise<OrderView> {
      const path = `/api/orders/${orderId}/release`
      return (await api<{ order: OrderView }>(path, { method: 'POST', token: session.idToken })).order
    },
    payByCard: (
      url: string,
      card?: string | Partial<CardDetails>,
      threeDSecure?: 'complete' | 'fail',
    ): Promise<PayResult> => payByCard(reachable(url), card, threeDSecure),
    waitForOrder: (session: Session, orderId: string, state: OrderState, wait?: PollOptions): Promise<OrderView> =>
      orderIn(session, orderId, [state], wait),
    /**
     * Waits until the payment of an order has arrived. An order that completes its raise can be past `paid` by the first
     * request after that.
     */
    waitForPayment: (session: Session, orderId: string, wait?: PollOptions): Promise<OrderView> =>
      orderIn(session, orderId, PAID_STATES, wait),
    dashboard: (session: Session): Promise<Dashboard> => api<Dashboard>('/api/dashboard', { token: session.idToken }),
  }
}
