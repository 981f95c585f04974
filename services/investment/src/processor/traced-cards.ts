import { inSpan, SpanKind, type Tracer } from '@hissa/kernel'
import type { CardGateway, SetupRequest } from './card-gateway.js'

/** Records a span for each call to the processor about cards, with only the operation: no ids. */
export class TracedCards implements CardGateway {
  constructor(
    private readonly cards: CardGateway,
    private readonly tracer: Tracer,
  ) {}

  readPaySecret(sessionId: string) {
    return this.traced('readPaySecret', () => this.cards.readPaySecret(sessionId))
  }

  createCustomer(userId: string) {
    return this.traced('createCustomer', () => this.cards.createCustomer(userId))
  }

  openSetup(request: SetupRequest) {
    return this.traced('openSetup', () => this.cards.openSetup(request))
  }

  listCards(customerId: string) {
    return this.traced('listCards', () => this.cards.listCards(customerId))
  }

  fingerprints(customerId: string) {
    return this.traced('listCards', () => this.cards.fingerprints(customerId))
  }

  removeCard(customerId: string, cardId: string) {
    return this.traced('removeCard', () => this.cards.removeCard(customerId, cardId))
  }

  private traced<T>(operation: string, call: () => Promise<T>): Promise<T> {
    const settings = { kind: SpanKind.CLIENT, attributes: { 'peer.service': 'stripe' } }
    return inSpan(this.tracer, `stripe ${operation}`, settings, call)
  }
}
