import { createLogger, createMetrics, systemTiming, timeLimits } from '@hissa/kernel'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { Measures } from '../measures.js'
import { ReadAloud } from './read-aloud.js'
import { SpeechFailed, SpeechUnavailable, type Speech } from './speech.js'

/** Says the text in the language, or what a test makes of it. */
class FakeSpeech implements Speech {
  readonly made: string[] = []
  isThere = true
  wait = Promise.resolve()
  voice = 'v1'

  voiceOf = () => this.voice
  isAvailable = () => Promise.resolve(this.isThere)

  async *speak(text: string, language: string) {
    this.made.push(text)
    await this.wait
    if (text === 'gone') throw new SpeechUnavailable()
    if (text === 'broken') throw new SpeechFailed('exit codes 1, 0')
    yield Buffer.from(`${language}:${text}`)
  }
}

const metrics = () => createMetrics('test', false)
let speech: FakeSpeech
let registry: ReturnType<typeof metrics>
let aloud: ReadAloud

beforeEach(() => {
  speech = new FakeSpeech()
  registry = metrics()
  const config = { CHAT_SPEECH_AT_A_TIME: 1, CHAT_SPEECH_CACHE_MB: 4 }
  aloud = new ReadAloud(
    speech,
    new Measures(registry),
    config,
    createLogger('test', 'silent'),
    systemTiming,
    timeLimits(),
  )
})

const read = async (text: string, language?: 'en' | 'ar' | 'fr', user?: string) => {
  const answer = await aloud.read({ text, language, from: 0 }, user)
  if (!answer.ok) return answer.error.code
  return Buffer.from(answer.value.audio, 'base64').toString()
}
const counted = async () => {
  const text = await registry.metrics()
  const lines = [...text.matchAll(/^chat_speech_total\{.*result="(\w+)".*\} (\d+)$/gm)]
  return Object.fromEntries(lines.map(([, result, count]) => [result, Number(count)]))
}

describe('ReadAloud', () => {
  it('reads in the requested language, otherwise in that of the script', async () => {
    expect(await read('Fees')).toBe('en:Fees')
    expect(await read('الرسوم')).toBe('ar:الرسوم')
    expect(await read('Fees', 'ar')).toBe('ar:Fees')
    expect(await read('Frais', 'fr')).toBe('en:Frais')
    expect(await read('48')).toBe('en:48')
  })

  it('makes a text once, whatever invisible characters it has, also for concurrent callers', async () => {
    expect(await Promise.all([read('Fees'), read(' Fe\u200bes '), read('Fees', 'en')])).toEqual(
      Array(3).fill('en:Fees'),
    )
    expect(await read('Fees')).toBe('en:Fees')
    expect(speech.made).toEqual(['Fees'])
    expect(await counted()).toEqual({ made: 1, cached: 3 })
    expect(await registry.metrics()).toMatch(/^chat_speech_cache_bytes.* 7$/m)
  })

  it('makes it again in another language or voice', async () => {
    await read('Fees', 'en')
    await read('Fees', 'ar')
    speech.voice = 'v2'
    await read('Fees', 'en')
    expect(speech.made).toHaveLength(3)
  })

  it('refuses a text without words', async () => {
    expect(await read('[[ ]] !')).toBe('VALIDATION_FAILED')
    expect(speech.made).toEqual([])
  })

  it('returns a stable error for a failure, does not keep it, and reads the next text', async () => {
    expect(await read('broken')).toBe('CHAT_SPEECH_FAILED')
    expect(await read('broken')).toBe('CHAT_SPEECH_FAILED')
    expect(await read('gone')).toBe('CHAT_SPEECH_UNAVAILABLE')
    speech.isThere = false
    expect(await read('Fees')).toBe('CHAT_SPEECH_UNAVAILABLE')
    speech.isThere = true
    expect(await read('Fees')).toBe('en:Fees')
    expect(await counted()).toEqual({ failed: 2, unavailable: 2, made: 1 })
  })

  it('refuses beyond the queue, and more of the visitors’ share than of users', async () => {
    let release = () => {}
    speech.wait = new Promise<void>((resolve) => (release = resolve))
    const visitors = Array.from({ length: 10 }, (_, i) => read(`text ${i}`))
    expect(await Promise.race(visitors)).toBe('CHAT_SPEECH_BUSY')
    const user = read('mine', 'en', 'anna')
    release()
    expect(await user).toBe('en:mine')
    const answers = await Promise.all(visitors)
    expect(answers.filter((answer) => answer === 'CHAT_SPEECH_BUSY')).toHaveLength(1)
  })
})
