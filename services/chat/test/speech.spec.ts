import { GetSpeech, LONGEST_SPEECH, Speak } from '@hissa/contracts/chat'
import { hasDebianTools, onPath, speechFolder, unpackSpeech } from '@hissa/testing-engines/start'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChat, type Chat } from './harness.js'

const enginesDir = process.env['HISSA_ENGINES'] ?? join(import.meta.dirname, '../../../.data/engines')

/** Returns why the programs can't be had here; undefined if they are on PATH or unpacked. */
async function missing(): Promise<string | undefined> {
  if ((await onPath('espeak-ng')) && (await onPath('lame'))) return undefined
  if (!(await hasDebianTools())) return 'espeak-ng and lame are not on PATH, and this is not Debian or Ubuntu'
  return unpackSpeech(enginesDir, () => undefined).then(
    () => undefined,
    (error: Error) => `the packages of espeak-ng and lame can’t be downloaded: ${error.message}`,
  )
}

const reason = await missing()
if (reason) process.stderr.write(`speech: skipped, because ${reason}\n`)
const withPrograms = reason ? describe.skip : describe

const ENGLISH = 'You can cancel an order within 48 hours of the closing.'
const ARABIC = 'يمكنك إلغاء الطلب خلال 48 ساعة من إغلاق الطرح.'
/** MPEG-2 layer III at 22.05 kHz: 576 samples in each frame; 48 kbit/s. */
const FRAME_SECONDS = 576 / 22_050

/** Returns the duration of an MP3 by its frames. Throws Error for bytes that belong to none. */
function secondsOf(mp3: Buffer): number {
  let frames = 0
  for (let at = 0; at < mp3.length; frames += 1) {
    if (mp3.readUInt16BE(at) !== 0xff_f3) throw new Error(`no frame at byte ${at}`)
    const padding = (mp3[at + 2]! >> 1) & 1
    at += Math.floor((72 * 48_000) / 22_050) + padding
  }
  return frames * FRAME_SECONDS
}

let chat: Chat
const speak = async (text: string, language?: 'en' | 'ar') => {
  const parts: Buffer[] = []
  let spoken = ''
  for (let next: number | null = 0; next !== null;) {
    const part: { language: string; audio: string; next: number | null } = await chat.rpc.call(Speak, {
      ...{ text, language, from: next },
    })
    spoken = part.language
    parts.push(Buffer.from(part.audio, 'base64'))
    next = part.next
  }
  const mp3 = Buffer.concat(parts)
  return { language: spoken, mp3, seconds: secondsOf(mp3) }
}

withPrograms('speech of the real programs', () => {
  beforeAll(async () => {
    chat = await startChat({ CHAT_SPEECH_PROGRAMS: speechFolder(enginesDir) })
  })
  afterAll(() => chat?.stop())

  it('states that it is available', async () => {
    const status = { available: true, languages: ['en', 'ar'], longestText: LONGEST_SPEECH }
    expect(await chat.rpc.call(GetSpeech, {})).toEqual(status)
  })

  it.each([
    ['en', ENGLISH],
    ['ar', ARABIC],
  ])('is an MP3 of a plausible duration: %s', async (language, text) => {
    const { seconds, ...speech } = await speak(text)
    expect(speech.language).toBe(language)
    expect(seconds).toBeGreaterThan(2.5)
    expect(seconds).toBeLessThan(7)
    expect((await speak(text)).mp3.equals(speech.mp3)).toBe(true)
  })

  it('reads the longest text, and refuses a longer one', async () => {
    const { seconds } = await speak(ENGLISH.repeat(10).slice(0, LONGEST_SPEECH))
    expect(seconds).toBeGreaterThan(20)
    await expect(speak('x'.repeat(LONGEST_SPEECH + 1))).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      status: 400,
    })
    await expect(speak('[[ ]]')).rejects.toMatchObject({ code: 'VALIDATION_FAILED', status: 422 })
  })

  it('reads text that the program crashes at without preparation', async () => {
    expect((await speak('W.'.repeat(250))).seconds).toBeGreaterThan(10)
  })

  // A file, a script or markup would make more or less sound than the characters themselves.
  it.each([
    '; rm -rf "$HOME"',
    '-f /etc/passwd',
    '--path=/tmp $(id) `id`',
    '<audio src="/etc/passwd"/>',
    '<break time="60s"/>',
  ])('only reads %s', async (text) => {
    const { seconds } = await speak(text, 'en')
    expect(seconds).toBeGreaterThan(0.5)
    expect(seconds).toBeLessThan(8)
  })

  it('counts what it made and what it had', async () => {
    await speak(ENGLISH)
    const metrics = await chat.metrics()
    expect(metrics).toMatch(/^chat_speech_total\{.*result="made".*\} [1-9]/m)
    expect(metrics).toMatch(/^chat_speech_total\{.*result="cached".*\} [1-9]/m)
  })
})

describe('speech without the programs', () => {
  let empty: string
  const path = process.env['PATH']

  beforeAll(async () => {
    empty = await mkdtemp(join(tmpdir(), 'hissa-no-speech-'))
    chat = await startChat({ CHAT_SPEECH_PROGRAMS: join(empty, 'absent') })
    process.env['PATH'] = empty
  })
  afterAll(async () => {
    process.env['PATH'] = path
    await chat?.stop()
    await rm(empty, { recursive: true, force: true })
  })

  it('is refused by a stable code, and reported', async () => {
    await expect(speak(ENGLISH)).rejects.toMatchObject({ code: 'CHAT_SPEECH_UNAVAILABLE', status: 503 })
    expect(await chat.rpc.call(GetSpeech, {})).toMatchObject({ available: false })
  })
})

describe('speech of programs that misbehave', () => {
  let folder: string
  const program = async (name: string, script: string) => {
    const file = join(folder, 'usr/bin', name)
    await writeFile(file, `#!/bin/sh\n${script}\n`)
    await chmod(file, 0o755)
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hissa-odd-speech-'))
    await mkdir(join(folder, 'usr/bin'), { recursive: true })
    await program('espeak-ng', 'exec /bin/cat')
    chat = await startChat({ CHAT_SPEECH_PROGRAMS: folder, CHAT_SPEECH_AT_A_TIME: '1' })
  })
  afterAll(async () => {
    await chat?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const read = (text: string) =>
    chat.rpc.call(Speak, { text, from: 0 }).then(
      () => 'read',
      ({ code, status }: { code: string; status: number }) => `${code} ${status}`,
    )

  it('is refused by a stable code when they fail', async () => {
    await program('lame', 'echo half; exit 1')
    expect(await read('Fees')).toBe('CHAT_SPEECH_FAILED 500')
  })

  it('is refused immediately when the queue is full, and works again once a program ends', async () => {
    await program('lame', `while [ ! -e ${folder}/go ]; do /bin/sleep 0.05; done; exec /bin/cat`)
    const texts = Array.from({ length: 12 }, (_, i) => read(`Text ${i}`))
    expect(await Promise.race(texts)).toBe('CHAT_SPEECH_BUSY 503')
    await writeFile(join(folder, 'go'), '')
    const answers = await Promise.all(texts)
    expect(answers.filter((answer) => answer === 'read')).toHaveLength(9)
  })
})
