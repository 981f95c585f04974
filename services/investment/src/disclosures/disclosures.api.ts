export { DisclosureStore, type CurrentDisclosure } from './disclosure.store.js'
