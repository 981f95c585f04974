import { median } from '@hissa/testing-helpers/bench'
import { newPerson, type Journey, type Session } from '@hissa/testing-driver'
import type { Hissa } from '@hissa/testing-driver/product'
import { crc32, deflateSync } from 'node:zlib'
import type { Metrics } from '../support/metrics.js'
import { memoryOf } from '../support/memory.js'

const HOSTILE = 5
const SIDE_PX = 7_700
const ROUNDS = 3
const SAMPLES_PER_PIXEL = 3
const BYTES_PER_SAMPLE = 2

interface Uploader {
  session: Session
  caseId: string
}

/** Measures the effect of images that decode to hundreds of megabytes on another user's upload and on memory. */
export async function verifyUploads(metrics: Metrics, hissa: Hissa, journey: Journey): Promise<void> {
  const [attacker, other] = [await uploader(journey), await uploader(journey)]
  const png = deepPng(SIDE_PX, SIDE_PX)
  const alone = await rounds(() => timed(journey, other))
  const delays: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const attack = Array.from({ length: HOSTILE }, () =>
      journey.uploadDocument(attacker.session, attacker.caseId, 'front', png).then(
        () => console.log('     a hostile picture was accepted'),
        () => undefined,
      ),
    )
    delays.push((await timed(journey, other)) - median(alone))
    await Promise.all(attack)
  }
  metrics.add({ id: 'uploads.delay', value: Math.max(0, ...delays), unit: 'ms', limit: 1_000 })
  metrics.add({ id: 'uploads.peak', value: memoryOf(hissa.run().pids['kyc']!).peakMb, unit: 'MB', limit: 400 })
}

async function uploader(journey: Journey): Promise<Uploader> {
  const person = newPerson()
  const session = await journey.join(person)
  await journey.saveProfile(session, person)
  const { caseId } = await journey.startKyc(session)
  return { session, caseId: caseId! }
}

async function timed(journey: Journey, { session, caseId }: Uploader): Promise<number> {
  const startedAt = performance.now()
  await journey.uploadDocument(session, caseId, 'front')
  return performance.now() - startedAt
}

async function rounds(measure: () => Promise<number>): Promise<number[]> {
  const values: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) values.push(await measure())
  return values
}

/** Builds a PNG of one colour with 16 bits per sample. */
function deepPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([16, 2, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((width * SAMPLES_PER_PIXEL * BYTES_PER_SAMPLE + 1) * height))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
