// Jest's reporter in this project: shows the number of finished test files, the time of each, and failures. A terminal
// shows one updated line; a log gets a line per file. The counts and failures are written to HISSA_TEST_REPORT as JSON.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { failuresOfFile } from './failures.mjs'

const refreshMs = 500
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

export default class ProgressReporter {
  done = 0
  running = new Map()
  failures = []
  startedAt = Date.now()

  constructor(config, { out = process.stderr, report = process.env.HISSA_TEST_REPORT } = {}) {
    this.root = config.rootDir
    this.out = out
    this.report = report
  }

  onRunStart({ numTotalTestSuites }) {
    this.total = numTotalTestSuites
    if (!this.out.isTTY) return
    this.timer = setInterval(() => this.update(), refreshMs)
    this.timer.unref()
  }

  onTestFileStart({ path }) {
    this.running.set(path, Date.now())
    this.update()
  }

  onTestFileResult({ path }, result) {
    this.running.delete(path)
    this.done += 1
    const { numPassingTests: passed, numFailingTests: failed, failureMessage, perfStats } = result
    const bad = failed > 0 || failureMessage
    const name = `${relative(this.root, path)}: ${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`
    if (bad || !this.out.isTTY) {
      this.print(`${bad ? 'FAIL' : '    '} ${this.count()} ${name}, ${seconds(perfStats.runtime)}`)
    }
    if (failureMessage) this.print(failureMessage)
    this.failures.push(...failuresOfFile(relative(this.root, path), result))
    if (process.env.HISSA_TEST_NAMES) this.printNames(result)
    this.update()
  }

  onRunComplete(_contexts, results) {
    clearInterval(this.timer)
    this.erase()
    const { numPassedTests: passed, numFailedTests, numFailedTestSuites, numPendingTests: skipped } = results
    const failed = numFailedTests || numFailedTestSuites
    if (this.report) writeFileSync(this.report, JSON.stringify({ passed, failed, skipped, failures: this.failures }))
  }

  printNames({ testResults }) {
    for (const { status, fullName, duration } of testResults) {
      if (status === 'passed') this.print(`       ✔ ${fullName} (${duration ?? 0} ms)`)
    }
  }

  count() {
    return `${String(this.done).padStart(String(this.total).length)} of ${this.total}`
  }

  update() {
    if (!this.out.isTTY) return
    const names = [...this.running].map(
      ([path, since]) => `${relative(this.root, path).split('/').at(-1)} ${((Date.now() - since) / 1000).toFixed(0)} s`,
    )
    const line = `     ${this.count()} files, ${seconds(Date.now() - this.startedAt)}  ${names.join(', ')}`
    this.erase()
    this.out.write(line.slice(0, (this.out.columns || 80) - 1))
  }

  print(text) {
    this.erase()
    this.out.write(`${text}\n`)
  }

  erase() {
    if (this.out.isTTY) this.out.write('\r\u001b[2K')
  }
}
