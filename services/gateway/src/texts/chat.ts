import { readTexts } from '@hissa/texts/server'
import type english from './en/chat.json'

/** Returns the texts that the gateway sends to chat sockets, in a language. */
export const chatTexts = readTexts<typeof english>(new URL('.', import.meta.url), 'chat')
