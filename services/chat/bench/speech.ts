// `npm run bench speech`: milliseconds until the first bytes of MP3 and until all of it, for a short answer and the longest
// text, compared with espeak-ng alone, which writes the same speech as WAV.
import { speechFolder, unpackSpeech } from '@hissa/testing-engines/start'
import { compareLower, report, type Metric } from '@hissa/testing-helpers/bench'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findPrograms } from '../src/speech/programs.js'
import { ProgramSpeech } from '../src/speech/program-speech.js'

const ROUNDS = 9
const root = new URL('../../..', import.meta.url).pathname
const enginesDir = process.env['HISSA_ENGINES'] ?? join(root, '.data', 'engines')
const SHORT = 'You can cancel an order within 48 hours of the closing.'
const ARABIC = 'يمكنك إلغاء الطلب خلال 48 ساعة من إغلاق الطرح.'
const TEXTS = [
  ['short', 'en', SHORT],
  ['shortArabic', 'ar', ARABIC],
  ['longest', 'en', `${SHORT} `.repeat(9).slice(0, 500)],
] as const

const path = process.env['PATH'] ?? ''
const folder = speechFolder(enginesDir)
if (!(await findPrograms(folder, path))) await unpackSpeech(enginesDir, console.log)
const programs = (await findPrograms(folder, path))!
const speech = new ProgramSpeech({ folder, path })

interface Times {
  first: number
  whole: number
}

async function timesOf(pieces: AsyncIterable<unknown>): Promise<Times> {
  const startedMs = performance.now()
  let first = 0
  for await (const _ of pieces) first ||= performance.now() - startedMs
  return { first, whole: performance.now() - startedMs }
}

function alone(text: string, voice: string): AsyncIterable<unknown> {
  const child = spawn(programs.espeak, ['-v', voice, '-b', '1', '--stdin', '--stdout'], { env: programs.env })
  child.stdin.end(text)
  return child.stdout
}

const metrics: Metric[] = []
for (const [name, language, text] of TEXTS) {
  const rounds: { ours: Times; peers: Times }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({
      ours: await timesOf(speech.speak(text, language)),
      peers: await timesOf(alone(text, speech.voiceOf(language))),
    })
  for (const part of ['first', 'whole'] as const)
    metrics.push(
      compareLower(
        `speech.${name}.${part}Ms`,
        rounds.map(({ ours, peers }) => ({ ours: ours[part], peers: peers[part] })),
        { unit: 'ms', peer: 'espeak-ng alone (WAV)', goal: part === 'first' ? '< 300 ms' : 'none' },
      ),
    )
}
report(root, 'speech', 'espeak-ng and lame', metrics)
