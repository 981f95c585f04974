// Jest's order of test files: the longest first, so that no worker ends with a long file. The order is the same on
// every machine, because it depends on this table and on file sizes and not on earlier runs.
import { statSync } from 'node:fs'
import { relative } from 'node:path'

/** Seconds of files that wait more than they compute, or compute a lot, on an idle machine with two cores. */
const SECONDS = {
  'tests/platform/journey.spec.ts': 85,
  'libs/messaging/test/recovery.spec.ts': 39,
  'services/identity/test/limits.spec.ts': 20,
  'libs/ledger/test/mongo-store.spec.ts': 17,
  'services/investment/test/kill.spec.ts': 15,
  'services/investment/test/due.spec.ts': 14,
  'services/investment/test/simulation/simulation.spec.ts': 11,
}
/** Returns the estimated seconds of a file of this size that is not in the table. */
const BYTES_PER_SECOND = 1_500

export default class LongestFirst {
  constructor({ globalConfig }, sizeOf = (path) => statSync(path).size) {
    this.root = globalConfig.rootDir
    this.sizeOf = sizeOf
  }

  sort(tests) {
    const seconds = new Map(tests.map((test) => [test, this.secondsOf(test.path)]))
    return [...tests].sort((a, b) => seconds.get(b) - seconds.get(a) || (a.path < b.path ? -1 : 1))
  }

  secondsOf(path) {
    return SECONDS[relative(this.root, path)] ?? this.sizeOf(path) / BYTES_PER_SECOND
  }

  /** Part of Jest's interface; no run is cached. */
  cacheResults() {}
}
