export { ClassStore } from './class.store.js'
