import Stripe from 'stripe'
import type { Aftermath } from './cards.js'
import { invalid, noSuch } from './errors.js'
import { blank } from './fixtures.js'
import { stripeId } from './ids.js'
import { newLineItems, newSession } from './session-objects.js'
import type { SessionRequest } from './session-request.js'
import { newSetupIntent } from './setup-objects.js'
import type { Store, StripeObject } from './store.js'

export type Session = Stripe.Checkout.Session
export type EventRequest = { id: string | null; idempotency_key: string | null }

export interface SessionNote {
  request: SessionRequest
  lineItems: Stripe.LineItem[]
  /** The payment method that waits for 3-D Secure. */
  challenged: string | null
  /** Whether that payment method is saved for the customer once it has paid. */
  saves?: boolean
  /** The client secret, which the session no longer has once it has ended. */
  secret: string | null
}

/** A later effect of a test card. */
export interface ChargeNote {
  after: Aftermath
}

const NO_REQUEST: EventRequest = { id: null, idempotency_key: null }

/** Stripe's Checkout sessions, and the events of every object. */
export class Sandbox {
  constructor(
    private readonly store: Store,
    private readonly options: { baseUrl: () => string; nowMs: () => number; onEvent: () => void },
  ) {}

  now(): number {
    return Math.floor(this.options.nowMs() / 1000)
  }

  /** Address of this sandbox for browsers. */
  get baseUrl(): string {
    return this.options.baseUrl()
  }

  createSession(request: SessionRequest): Session {
    const { customer } = request
    if (customer !== null && !this.store.get('customer', customer)) throw noSuch('customer', customer, 'customer')
    return this.store.transaction(() => {
      const session = newSession(request, (id) => `${this.baseUrl}/c/pay/${id}`, this.now())
      const note: SessionNote = {
        request,
        lineItems: newLineItems(request, this.now()),
        challenged: null,
        secret: session.client_secret,
      }
      this.store.putNote(session.id, note)
      if (session.mode !== 'setup') return this.save(session)
      const intent = this.store.put(newSetupIntent(session, request, this.now()))
      this.emit('setup_intent.created', intent)
      return this.save({ ...session, setup_intent: intent.id })
    })
  }

  session(id: string): Session {
    this.expireDue()
    return this.store.get<Session>('checkout.session', id) ?? fail(noSuch('checkout.session', id, 'session'))
  }

  /** Returns the session of a client secret, open or not. Throws StripeFailure when there is none. */
  sessionBySecret(secret: string): Session {
    const [id = ''] = secret.split('_secret_')
    const session = this.session(id)
    if (!secret || this.noteOf(id).secret !== secret) throw noSuch('checkout.session', id, 'client_secret')
    return session
  }

  /** Stores the email that the payer entered, and gives it to a customer without one, as Stripe does. */
  rememberEmail(session: Session, email: string): void {
    this.store.transaction(() => {
      this.save({ ...session, customer_email: session.customer ? null : email })
      const customer = session.customer && this.store.get<Stripe.Customer>('customer', session.customer as string)
      if (customer && !customer.email) this.store.put({ ...customer, email })
    })
  }

  lineItems(sessionId: string): Stripe.LineItem[] {
    return this.noteOf(this.session(sessionId).id).lineItems
  }

  /** Expires an open session. Throws StripeFailure 400 when it is complete or already expired, as Stripe does. */
  expireSession(id: string, request: EventRequest = NO_REQUEST): Session {
    const session = this.session(id)
    if (session.status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
      )
    }
    return this.store.transaction(() => this.expire(session, request))
  }

  /** Expires every open session past its expiry (wall time). Returns how many. */
  expireDue(): number {
    const ids = this.store.dueIds('checkout.session', 'open', this.now())
    for (const id of ids) {
      const session = this.store.get<Session>('checkout.session', id)
      if (session) this.store.transaction(() => this.expire(session, NO_REQUEST))
    }
    return ids.length
  }

  /** True while a card waits for 3-D Secure. */
  isChallenged(sessionId: string): boolean {
    return this.noteOf(sessionId).challenged !== null
  }

  private expire(session: Session, request: EventRequest): Session {
    const expired = this.save({ ...session, status: 'expired', url: null, client_secret: null })
    this.emit('checkout.session.expired', expired, request)
    return expired
  }

  save(session: Session): Session {
    return this.store.put(session, { status: session.status, due: session.expires_at })
  }

  noteOf(sessionId: string): SessionNote {
    return this.store.note<SessionNote>(sessionId) ?? fail(noSuch('checkout.session', sessionId, 'session'))
  }

  emit(type: string, object: StripeObject, request: EventRequest = NO_REQUEST): void {
    const event = {
      ...blank('event'),
      id: stripeId('evt_1'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: this.now(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request,
      type,
    }
    this.store.put(event)
    this.store.putDelivery(event.id, this.options.nowMs())
    this.options.onEvent()
  }
}

/** Returns the address after completion: the success or return URL with Stripe's template filled in. */
export function successUrlOf(session: Session): string {
  return (session.success_url ?? session.return_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function fail(error: Error): never {
  throw error
}
