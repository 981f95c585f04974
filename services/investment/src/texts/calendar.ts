import { readTexts } from '@hissa/texts/server'
import type english from './en/calendar.json'

/** Returns the texts of income calendars in one language. */
export const calendarTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'calendar')
