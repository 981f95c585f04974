import type { BusContract } from '../core.js'
import * as contracts from './index.js'

export const bus: BusContract = {
  contracts,
  consumers: {},
  // Every replica rebuilds its index of articles.
  subscriptions: [contracts.ArticlePublished.type],
}
