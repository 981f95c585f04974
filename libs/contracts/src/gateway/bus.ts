import type { BusContract } from '../core.js'

export const bus: BusContract = {
  contracts: {},
  consumers: {},
  // Invalidate its cache and notify live clients.
  subscriptions: [
    'property.property.changed.v1',
    'property.offering.published.v1',
    'property.disclosure.published.v1',
    'investment.raise.opened.v1',
    'investment.raise.progressed.v1',
    'investment.raise.funded.v1',
    'investment.raise.reopened.v1',
    'investment.raise.extended.v1',
    'investment.raise.failed.v1',
    'investment.raise.completed.v1',
    'investment.register.published.v1',
    'investment.order.*.v1',
    'investment.shares.transferred.v1',
    'investment.distribution.*.v1',
    'investment.withdrawal.changed.v1',
    'kyc.case.*.v1',
    'tokenisation.shares.*.v1',
    'tokenisation.token.deployed.v1',
    'tokenisation.transfer.mirrored.v1',
    'tokenisation.difference.*.v1',
    'identity.userStatus.changed.v1',
    'identity.settings.changed.v1',
    'notification.notice.changed.v1',
    'chat.article.published.v1',
  ],
}
