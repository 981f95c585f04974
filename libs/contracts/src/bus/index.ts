import type { EventContract, RpcContract, ServiceName } from '../core.js'
import { healthCalls } from '../health/index.js'
import * as identity from '../identity/index.js'
import * as investment from '../investment/index.js'
import * as kyc from '../kyc/index.js'
import * as property from '../property/index.js'

const isCall = (value: unknown): value is RpcContract =>
  typeof value === 'object' && value !== null && 'access' in value && 'output' in value

/** Every request/reply call of the platform. */
export const calls: readonly RpcContract[] = [
  ...[identity, property, investment, kyc].flatMap((contracts) => Object.values<unknown>(contracts).filter(isCall)),
  ...healthCalls,
]

const isEvent = (value: unknown): value is EventContract =>
  typeof value === 'object' && value !== null && 'type' in value && 'data' in value

/** Every event that some service publishes, in the order of their names. */
export const events: readonly EventContract[] = [identity, investment, kyc, property]
  .flatMap((contracts) => Object.values<unknown>(contracts).filter(isEvent))
  .sort((a, b) => (a.type < b.type ? -1 : 1))

/** The service that answers a call, or publishes an event of this name. */
export const answerer = ({ name }: { name: string }) => name.slice(0, name.indexOf('.'))

/** Whether `service` may make a call: one for users is the gateway's, another is for whom it names. */
export const mayCall = (service: ServiceName, { access, callers = [] }: RpcContract) =>
  access === 'service' ? callers.includes(service) : service === 'gateway'

/**
 * What each service reacts to: durable consumer and fact. A consumer that is not here is not let onto the bus.
 */
export const reactions: Readonly<Record<ServiceName, Readonly<Record<string, EventContract>>>> = {
  identity: {
    'identity-move-status-when-kyc-submitted': kyc.CaseSubmitted,
    'identity-move-status-when-kyc-approved': kyc.CaseApproved,
    'identity-move-status-when-kyc-rejected': kyc.CaseRejected,
    'identity-move-status-when-kyc-resubmission-requested': kyc.CaseResubmissionRequested,
    'identity-move-status-when-order-paid': investment.OrderPaid,
  },
  property: {
    'property-apply-raise-when-raise-opened': investment.RaiseOpened,
    'property-apply-raise-when-raise-progressed': investment.RaiseProgressed,
    'property-apply-raise-when-raise-funded': investment.RaiseFunded,
  },
  investment: {
    'investment-open-raise-when-offering-published': property.OfferingPublished,
    'investment-record-disclosure-when-published': property.DisclosurePublished,
    'investment-record-status-when-user-status-changed': identity.UserStatusChanged,
  },
  kyc: {},
  notification: {
    'notification-send-code-when-requested': identity.CodeRequested,
    'notification-remember-title-when-offering-published': property.OfferingPublished,
    'notification-tell-applicant-when-kyc-approved': kyc.CaseApproved,
    'notification-tell-applicant-when-kyc-rejected': kyc.CaseRejected,
    'notification-tell-applicant-when-resubmission-requested': kyc.CaseResubmissionRequested,
    'notification-tell-investor-when-order-paid': investment.OrderPaid,
    'notification-tell-investor-when-refund-completed': investment.OrderRefunded,
    'notification-tell-investor-when-refund-started': investment.OrderRefunding,
    'notification-tell-investor-when-order-expired': investment.OrderExpired,
  },
  gateway: {},
}

/** Facts that the gateway hears as they pass, for its cache and for live clients; `*` is one token of the type. */
export const passingFacts = [
  'property.property.changed.v1',
  'property.offering.published.v1',
  'property.disclosure.published.v1',
  'investment.raise.opened.v1',
  'investment.raise.progressed.v1',
  'investment.raise.funded.v1',
  'investment.order.*.v1',
  'kyc.case.*.v1',
  'identity.userStatus.changed.v1',
] as const

/** The event that every service subscribes to without a consumer, because every service verifies tokens. */
export const revocationEvent = identity.SessionRevoked
