import { describe, expect, it } from '@jest/globals'
import { whatChanged } from './watch-sources.js'

describe('whatChanged', () => {
  it.each([
    ['services/kyc/src/boot.ts', { services: true, web: false }],
    ['web/src/ui/button.tsx', { services: false, web: true }],
    ['libs/contracts/src/core.ts', { services: true, web: true }],
    ['libs/kernel/src/clock.ts', { services: true, web: false }],
    ['services/kyc/src/boot.spec.ts', { services: false, web: false }],
    ['services/kyc/dist/boot.js', { services: false, web: false }],
    ['services/kyc/README.md', { services: false, web: false }],
  ])('%s', (path, expected) => expect(whatChanged(path)).toEqual(expected))
})
