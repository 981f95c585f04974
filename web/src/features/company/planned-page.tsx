import { useLocation } from 'react-router-dom'
import { PlainPage, type PlainPageName } from './plain-page.js'

const PAGES: Readonly<Record<string, PlainPageName>> = {
  '/marketplace': 'marketplace',
  '/investor-digital-card': 'digitalCard',
}

/** Says what a screen that doesn't exist yet will offer, and what applies until then. */
export default function PlannedPage() {
  return <PlainPage page={PAGES[useLocation().pathname.replace(/\/$/, '')] ?? 'marketplace'} isPrivate />
}
