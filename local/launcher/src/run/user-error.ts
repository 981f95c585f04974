import { ConfigError } from '@hissa/kernel'

/** An error that the user can fix; its message is shown without a stack. */
export class UserError extends Error {}

/** Returns the message for an error: that of a UserError, a text for a full disk, otherwise the stack. */
export function messageFor(error: unknown): string {
  if (error instanceof UserError || error instanceof ConfigError) return error.message
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk is full. Free some space and start again.'
  if (code === 'EACCES' || code === 'EROFS') return `Hissa isn’t allowed to write to this path: ${message}`
  return stack ?? message ?? String(error)
}

const configExitCode = 78

/** Returns the exit code: 78 for invalid settings, as in a service that runs alone; otherwise 1. */
export const exitCodeFor = (error: unknown): number => (error instanceof ConfigError ? configExitCode : 1)
