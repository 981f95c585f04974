export { InvestorStore } from './investor.store.js'
