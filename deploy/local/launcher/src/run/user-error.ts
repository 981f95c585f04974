import { ConfigError } from '@hissa/kernel'

/** Something the person who started Hissa can mend; its message is shown alone, without a stack. */
export class UserError extends Error {}

/** The one message for an error: a UserError's own words, a full disk in words, else the stack. */
export function messageFor(error: unknown): string {
  if (error instanceof UserError || error instanceof ConfigError) return error.message
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full: free some space and start again.'
  if (code === 'EACCES' || code === 'EROFS') return `Hissa may not write there: ${message}`
  return stack ?? message ?? String(error)
}

const configExitCode = 78

/** Returns the exit code: 78 for wrong settings, as for a service that runs alone, else 1. */
export const exitCodeFor = (error: unknown): number => (error instanceof ConfigError ? configExitCode : 1)
