import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { services } from '@hissa/messaging/bus'
import { PackageGraph } from './package-graph.js'

const graph = PackageGraph.read(join(import.meta.dirname, '../../../..'))
const all = [...services].sort()

function affectedBy(path: string) {
  const { services, web, launcher } = graph.affectedBy(path)
  return [services.sort(), web, launcher]
}

describe('PackageGraph', () => {
  it.each([
    ['services/kyc/src/boot.ts', ['kyc'], false, false],
    ['services/kyc/src/manifest.ts', ['kyc'], false, true],
    ['services/kyc/src/config.ts', ['kyc'], false, true],
    ['libs/ledger/src/index.ts', ['investment'], false, false],
    ['libs/kernel/src/clock.ts', all, false, false],
    ['libs/contracts/src/core.ts', all, true, false],
    ['web/src/ui/button.tsx', [], true, false],
    ['web/vite.config.ts', [], true, false],
    ['local/launcher/src/launcher.ts', [], false, true],
    ['local/docstore/src/main.ts', [], false, true],
    ['local/mail/src/smtp.ts', [], false, true],
    ['libs/testing/driver/src/person.ts', [], false, true],
    ['libs/testing/helpers/src/poll.ts', [], false, true],
    ['local/launcher/src/containers/store.ts', [], false, false],
    ['services/kyc/src/boot.spec.ts', [], false, false],
    ['services/kyc/dist/boot.js', [], false, false],
    ['services/kyc/README.md', [], false, false],
    ['tests/journeys/journey.e2e.ts', [], false, false],
    ['README.md', [], false, false],
  ])('%s affects %j (web: %j, launcher: %j)', (path, services, web, launcher) => {
    expect(affectedBy(path)).toEqual([services, web, launcher])
  })
})
