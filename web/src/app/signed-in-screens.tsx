import type { Screen } from './screen.js'

/** Screens of signing up and in: public addresses, rendered in the browser. */
export const accountScreens: Screen[] = []

/**
 * Screens behind the gates. `signedIn` asks for a session, `onboarded` for a session and a finished onboarding.
 * Their addresses carry no language; they follow the stored preference.
 */
export const signedInScreens: { signedIn: Screen[]; onboarded: Screen[] } = { signedIn: [], onboarded: [] }
