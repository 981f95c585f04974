import { ManualTiming } from '@hissa/kernel'
import { poll } from '@hissa/testing-helpers'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProgramSpeech, type ProgramSpeechOptions } from './program-speech.js'
import { SpeechFailed, SpeechUnavailable } from './speech.js'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hissa-speech-'))
  await mkdir(join(folder, 'usr/bin'), { recursive: true })
  await mkdir(join(folder, 'usr/lib/x86_64-linux-gnu'), { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const program = async (name: 'espeak-ng' | 'lame', script: string) => {
  const file = join(folder, 'usr/bin', name)
  await writeFile(file, `#!/bin/sh\n${script}\n`)
  await chmod(file, 0o755)
}
/** Both programs pass their input on, unless a test changes one. */
const programs = async (espeak = 'exec /bin/cat', lame = 'exec /bin/cat') => {
  await program('espeak-ng', espeak)
  await program('lame', lame)
}
const speak = async (text: string, options: ProgramSpeechOptions = {}) => {
  const pieces: Buffer[] = []
  for await (const piece of new ProgramSpeech({ folder, path: '', ...options }).speak(text, 'ar')) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
const isGone = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

describe('ProgramSpeech', () => {
  it('passes the text on standard input, and arguments without a shell', async () => {
    await programs(`echo "$@" >${folder}/arguments; exec /bin/cat`)
    const text = '-f /etc/passwd; touch /tmp/owned $(id) `id` "'
    expect(await speak(text)).toBe(text)
    expect(await readFile(join(folder, 'arguments'), 'utf8')).toBe('-v ar -b 1 --stdin --stdout\n')
  })

  it('gives the programs no variable but the folders of their libraries and voices', async () => {
    process.env['CHAT_MASTER_KEY'] = 'secret'
    await programs('/usr/bin/env')
    delete process.env['CHAT_MASTER_KEY']
    const names = (await speak('x'))
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0])
    // The shell of the script sets the rest.
    expect(names.filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name!)).sort()).toEqual([
      'ESPEAK_DATA_PATH',
      'LD_LIBRARY_PATH',
    ])
  })

  it('returns sound before the programs have ended', async () => {
    await programs('echo first; read -r line; echo second; exec /bin/sleep 60')
    const pieces = new ProgramSpeech({ folder, path: '' }).speak('x\n', 'en')
    expect((await pieces.next()).value?.toString()).toContain('first')
    await pieces.return(undefined)
  })

  it('kills a program that hangs, with the processes that it started', async () => {
    await programs(`/bin/sleep 300 & echo $! >${folder}/pid; wait`)
    const timing = new ManualTiming()
    const failure = expect(speak('x', { longestMs: 300, timing })).rejects.toBeInstanceOf(SpeechFailed)
    const read = () => readFile(join(folder, 'pid'), 'utf8').then((text) => Number(text) || null)
    const pid = await poll('the program to start another', read, { intervalMs: 5 })
    await timing.pass(300)
    await failure
    // A killed process that no one has collected yet still has an entry.
    const hasEnded = () =>
      readFile(`/proc/${pid}/stat`, 'utf8').then(
        (stat) => stat.split(' ')[2] === 'Z',
        () => isGone(pid),
      )
    await poll('the other program to end', hasEnded, { intervalMs: 5 })
  })

  it.each([
    ['the first program fails', 'echo a; exit 3', 'exec /bin/cat'],
    ['the second fails', 'exec /bin/cat', 'echo a; exit 3'],
    ['the first is killed', 'echo a; kill -9 $$', 'exec /bin/cat'],
    ['nothing comes out', 'exit 0', 'exec /bin/cat'],
  ])('fails when %s', async (_name, espeak, lame) => {
    await programs(espeak, lame)
    await expect(speak('x')).rejects.toBeInstanceOf(SpeechFailed)
  })

  it('stops speech that is longer than allowed', async () => {
    await programs('exec /bin/cat /dev/zero')
    await expect(speak('x', { mostBytes: 100_000 })).rejects.toBeInstanceOf(SpeechFailed)
  })

  it('ends its programs when the service stops', async () => {
    await programs('echo first; exec /bin/sleep 300')
    const speech = new ProgramSpeech({ folder, path: '' })
    const pieces = speech.speak('x', 'en')
    await pieces.next()
    speech.onModuleDestroy()
    await expect(pieces.next()).rejects.toBeInstanceOf(SpeechFailed)
  })

  it('is unavailable without one of the programs, and available once they are there', async () => {
    const speech = new ProgramSpeech({ folder, path: '' })
    await program('espeak-ng', 'exec /bin/cat')
    expect(await speech.isAvailable()).toBe(false)
    await expect(speak('x')).rejects.toBeInstanceOf(SpeechUnavailable)
    await programs()
    expect(await speech.isAvailable()).toBe(true)
    expect(await speak('x')).toBe('x')
  })

  it('uses the programs on PATH if the folder does not exist', async () => {
    await programs()
    expect(await speak('x', { folder: '/nowhere', path: join(folder, 'usr/bin') })).toBe('x')
  })
})
