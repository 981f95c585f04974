import { loadConfig, masterKey, ServiceConfig, setting, type Env } from '@hissa/kernel'
import * as z from 'zod/mini'

const count = z.coerce.number().check(z.int(), z.positive())

export const ChatConfig = z.object({
  CHAT_MASTER_KEY: setting(
    masterKey,
    '32 bytes in base64. The key that signs the audit log of articles and handovers derives from it.',
    { secret: 'key' },
  ),
  CHAT_TRANSCRIPT_DAYS: setting(
    z._default(count, 90),
    'How many days after its last message a conversation is deleted; also requests for a person.',
    { passedBy: 'all' },
  ),
  CHAT_MESSAGES_PER_CONVERSATION: setting(z._default(count, 200), 'The longest conversation, in questions.', {
    passedBy: 'all',
  }),
  CHAT_MESSAGES_PER_MINUTE: setting(z._default(count, 12), 'Questions in one conversation and minute.', {
    passedBy: 'all',
  }),
  CHAT_PROGRESS_DAYS: setting(
    z._default(count, 730),
    'How many days after an article was read or a quiz completed this is deleted.',
    { passedBy: 'all' },
  ),
  CHAT_SPEECH_PROGRAMS: setting(
    z.optional(z.string()),
    'Folder of Debian’s packages of espeak-ng and lame, unpacked. Without it the programs on `PATH` read aloud.',
    { passedBy: 'npm start' },
  ),
  CHAT_SPEECH_AT_A_TIME: setting(z._default(count, 2), 'Texts that each replica reads aloud at a time.', {
    passedBy: 'all',
  }),
  CHAT_SPEECH_CACHE_MB: setting(
    z._default(z.coerce.number().check(z.int(), z.gte(4), z.lte(1_024)), 32),
    'Memory of each replica for speech that is kept for an hour, in MB.',
    { passedBy: 'all' },
  ),
})
export type ChatConfig = z.output<typeof ChatConfig>
export const CHAT_CONFIG = Symbol('CHAT_CONFIG')

/** Reads the configuration. Errors: ConfigError with every invalid key. */
export const loadChatConfig = (env: Env): ChatConfig => loadConfig(ChatConfig, env, ServiceConfig)
