import { hasDebianTools, onPath, speechFolder, unpackSpeech } from '@hissa/testing-engines/start'
import { access } from 'node:fs/promises'
import type { Options } from '../run/options.js'
import type { Say } from '../run/say.js'

const PROGRAMS = ['espeak-ng', 'lame']

/**
 * Gets the programs that read texts aloud: those of CHAT_SPEECH_PROGRAMS, on PATH or unpacked before, otherwise from Debian's
 * packages. The chat service looks for them at each request, so nothing waits for the download. Without them, texts aren't
 * read aloud; this says so once. Never throws.
 */
export async function prepareSpeech(
  { enginesDir }: Pick<Options, 'enginesDir'>,
  env: Readonly<Record<string, string | undefined>>,
  say: Say,
): Promise<void> {
  if (env['CHAT_SPEECH_PROGRAMS'] || (await isThere(speechFolder(enginesDir)))) return
  const found = await Promise.all(PROGRAMS.map((program) => onPath(program, env['PATH'])))
  if (found.every((file) => file !== null)) return
  const help = `Answers are not read aloud until ${PROGRAMS.join(' and ')} are on PATH`
  if (!(await hasDebianTools())) return say(help)
  try {
    await unpackSpeech(enginesDir, say)
  } catch (error) {
    say(`${help}; the download of their packages failed: ${(error as Error).message.split('\n')[0]}`)
  }
}

const isThere = (folder: string) =>
  access(folder).then(
    () => true,
    () => false,
  )
