import { ManualTiming } from '@hissa/kernel'
import { expect, it } from '@jest/globals'
import { RecentFrames } from './recent-frames.js'

it('RecentFrames drops the frames of the users who were sent none for the longest time when they fill 16 MB', () => {
  const frames = new RecentFrames(new ManualTiming())
  const long = 'x'.repeat(64 * 1024)
  for (let n = 0; n < 200; n += 1) frames.add(`user-${n}`, 'order', long)
  const kept = Array.from({ length: 200 }, (_, n) => [...frames.of(`user-${n}`)].length)
  expect(kept.slice(0, 70)).toEqual(Array(70).fill(0))
  expect(kept.slice(80)).toEqual(Array(120).fill(1))
})
