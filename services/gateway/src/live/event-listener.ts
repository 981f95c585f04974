import type { CloudEvent, EventData } from '@hissa/contracts'
import type { SharesTransferred } from '@hissa/contracts/investment'
import { LOGGER, type Logger } from '@hissa/kernel'
import { BUS, type Bus } from '@hissa/messaging'
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common'
import { PublicCache } from '../http/public-cache.js'
import { LiveGateway } from './live.gateway.js'

const PUBLIC = ['property.property.changed.v1', 'property.offering.published.v1', 'property.disclosure.published.v1']
const PROGRESS = [
  ...['investment.raise.opened.v1', 'investment.raise.progressed.v1', 'investment.raise.funded.v1'],
  ...['investment.raise.reopened.v1', 'investment.raise.extended.v1'],
  ...['investment.raise.failed.v1', 'investment.raise.completed.v1'],
]

/** Events after which the public responses about tokens differ, besides those of `MOVED`. */
const TOKENS = [
  ...['tokenisation.token.deployed.v1', 'tokenisation.transfer.mirrored.v1'],
  'tokenisation.difference.*.v1',
]

/** The articles of the learning hub are public; no live client waits for them. */
const ARTICLES = 'chat.article.published.v1'

/** The home page names the newest register; no live client waits for it. */
const REGISTER = 'investment.register.published.v1'

/** The shares of one user on the chain changed; its token is public. */
const MOVED = 'tokenisation.shares.*.v1'

/** Names two investors, neither of whom may read the other's id. */
const TRANSFERRED = 'investment.shares.transferred.v1'

/** Events for the sockets of one user only; the subjects are wildcards of core NATS. */
const PERSONAL = [
  ...['investment.order.*.v1', 'kyc.case.*.v1'],
  ...['investment.distribution.*.v1', 'investment.withdrawal.changed.v1'],
  ...['identity.userStatus.changed.v1', 'identity.settings.changed.v1'],
  'notification.notice.changed.v1',
]

/**
 * Passes the services' events to the cache and to live clients. Every replica needs each event once, so these are core
 * NATS subscriptions, not durable consumers. After a lost connection the cache is dropped and clients read again.
 */
@Injectable()
export class EventListener implements OnApplicationBootstrap {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly cache: PublicCache,
    private readonly live: LiveGateway,
  ) {}

  onApplicationBootstrap(): void {
    for (const type of PUBLIC) this.listen(type, (event) => this.changed(event))
    for (const type of TOKENS) this.listen(type, () => this.cache.dropTokens())
    for (const type of [ARTICLES, REGISTER]) this.listen(type, () => this.cache.drop())
    this.listen(MOVED, (event) => this.moved(event))
    this.listen(TRANSFERRED, (event) => this.transferred(event))
    for (const type of PROGRESS) this.listen(type, (event) => this.live.broadcast(event))
    for (const type of PERSONAL) this.listen(type, (event) => this.live.sendToUser(userOf(event), event))
    void this.dropWhenReconnected()
  }

  private changed(event: CloudEvent): void {
    this.cache.drop()
    this.live.broadcast(event)
  }

  private moved(event: CloudEvent): void {
    this.cache.dropTokens()
    this.live.sendToUser(userOf(event), event)
  }

  /** Notifies both parties of a transfer, without the other's id or the number of shares. */
  private transferred(event: CloudEvent): void {
    const { transferId, propertyId, fromUserId, toUserId } = event.data as EventData<typeof SharesTransferred>
    const brief = { ...event, data: { transferId, propertyId } }
    for (const userId of new Set([fromUserId, toUserId])) this.live.sendToUser(userId, brief)
  }

  private listen(type: string, act: (event: CloudEvent) => void): void {
    this.bus.nc.subscribe(`hissa.${type}`, {
      callback: (error, message) => {
        if (error) return this.logger.error({ err: error, type }, 'a subscription was rejected')
        act(message.json<CloudEvent>())
      },
    })
  }

  private async dropWhenReconnected(): Promise<void> {
    for await (const status of this.bus.nc.status()) if (status.type === 'reconnect') this.cache.drop()
  }
}

const userOf = (event: CloudEvent) => (event.data as { userId: string }).userId
