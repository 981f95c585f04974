import { systemTiming, timeLimits, type Timing } from '@hissa/kernel'
import { spawn, type ChildProcess } from 'node:child_process'
import { findPrograms, type SpeechPrograms } from './programs.js'
import { SpeechFailed, SpeechUnavailable, type Speech } from './speech.js'
import type { Language } from '../language/languages.js'

const VOICES: Readonly<Record<Language, string>> = { en: 'en-gb', ar: 'ar' }
/** Mono, 48 kbit/s, and no frame that describes the others, which can be written only at the end. */
const LAME = ['--quiet', '-t', '-m', 'm', '--cbr', '-b', '48', '-', '-']
/** More than any text of the longest length takes: 500 characters of digits are 0.9 MB. */
const MOST_BYTES = 2_000_000

export interface ProgramSpeechOptions {
  /** Folder of unpacked Debian packages; without it, or if it doesn't exist, the programs on PATH. */
  folder?: string | undefined
  path?: string
  longestMs?: number
  mostBytes?: number
  /** Time of `longestMs`; by default the system’s. */
  timing?: Timing
}

/**
 * Speech of espeak-ng, encoded by lame. Both run as separate processes without a shell, each in a process group of its
 * own, and get nothing but the text, on standard input.
 */
export class ProgramSpeech implements Speech {
  private readonly running = new Set<() => void>()

  constructor(private readonly options: ProgramSpeechOptions = {}) {}

  voiceOf(language: Language): string {
    return VOICES[language]
  }

  async isAvailable(): Promise<boolean> {
    return (await this.find()) !== null
  }

  async *speak(text: string, language: Language): AsyncGenerator<Buffer> {
    const programs = await this.find()
    if (!programs) throw new SpeechUnavailable()
    const voice = start(programs.espeak, ['-v', this.voiceOf(language), '-b', '1', '--stdin', '--stdout'], programs)
    const encoder = start(programs.lame, LAME, programs)
    const kill = () => [voice, encoder].forEach(killGroup)
    const { timing = systemTiming, longestMs = timeLimits().speechMs } = this.options
    const cancelTimeout = timing.after(longestMs, kill)
    this.running.add(kill)
    let isComplete = false
    try {
      voice.child.stdin!.end(text)
      voice.child.stdout!.pipe(encoder.child.stdin!)
      let bytes = 0
      for await (const piece of encoder.child.stdout! as AsyncIterable<Buffer>) {
        bytes += piece.length
        if (bytes > (this.options.mostBytes ?? MOST_BYTES)) throw new SpeechFailed('the speech is too long')
        yield piece
      }
      const codes = await Promise.all([voice.exited, encoder.exited])
      if (bytes === 0 || codes.some((code) => code !== 0)) throw new SpeechFailed(`exit codes ${codes.join(', ')}`)
      isComplete = true
    } finally {
      cancelTimeout()
      this.running.delete(kill)
      if (!isComplete) kill()
    }
  }

  /** Ends all processes. */
  onModuleDestroy(): void {
    for (const kill of this.running) kill()
  }

  private find(): Promise<SpeechPrograms | null> {
    return findPrograms(this.options.folder, this.options.path ?? process.env['PATH'] ?? '')
  }
}

interface Started {
  child: ChildProcess
  /** The exit code; null if it was killed or could not be started. */
  exited: Promise<number | null>
}

function start(command: string, args: readonly string[], { env }: SpeechPrograms): Started {
  // Their messages may repeat the text.
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'], detached: true, env, cwd: '/' })
  // A program that ends early closes its pipe; its exit code tells.
  child.stdin.on('error', () => undefined)
  child.stdout.on('error', () => undefined)
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', (code) => resolve(code))
  })
  return { child, exited }
}

/** Kills a program and the processes that it has started. */
function killGroup({ child: { pid } }: Started): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // Already gone
  }
}
