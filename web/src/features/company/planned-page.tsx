import { PlainPage } from './plain-page.js'

/** `/marketplace`: says what it will offer, and what applies until then. */
export default function PlannedPage() {
  return <PlainPage page="marketplace" isPrivate />
}
