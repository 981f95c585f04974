// Repeats the test files that failed, each alone, because a test that fails only beside others or on a busy machine says
// nothing about the product. A file that passes alone counts as passed and is reported as unstable.

const MOST_FILES = 8
const MOST_TIMES = 2
const LIMIT_MS = 720_000

/** The time that repetitions of one command may take together. */
export function newBudget(nowMs = () => performance.now()) {
  let spentMs = 0
  return {
    leftMs: () => LIMIT_MS - spentMs,
    spend: async (work) => {
      const startedAt = nowMs()
      const result = await work()
      spentMs += nowMs() - startedAt
      return result
    },
  }
}

/**
 * Repeats the failed files of a step, unless there are more than eight or a failure belongs to no file.
 * @param results one for each file, as in run.mjs
 * @param runAlone `(file, limitMs) => Promise<results>`
 * @returns `{ results, unstable }`: the results after the repetitions, and the failures that did not occur again
 */
export async function repeatFailed(results, runAlone, budget, say = console.log) {
  const failed = results.filter((result) => result.failed > 0)
  if (failed.length === 0 || failed.some(({ file }) => file === '')) return { results, unstable: [] }
  if (failed.length > MOST_FILES) {
    say(`${failed.length} files failed, which is too many to repeat`)
    return { results, unstable: [] }
  }
  const unstable = []
  const final = new Map(results.map((result) => [result.file, result]))
  for (const first of failed) {
    const repeated = await repeat(first.file, runAlone, budget, say)
    if (!repeated) continue
    final.set(first.file, repeated)
    unstable.push(...first.failures)
  }
  return { results: [...final.values()], unstable }
}

/** Returns the result of the first time that the file passes alone; undefined if it never does. */
async function repeat(file, runAlone, budget, say) {
  for (let time = 1; time <= MOST_TIMES; time += 1) {
    const limitMs = budget.leftMs()
    if (limitMs <= 0) return void say(`no time is left to repeat ${file}`)
    say(`repeat ${time} of ${file}, alone`)
    const results = await budget.spend(() => runAlone(file, limitMs))
    const isPassed = results.length > 0 && results.every(({ failed }) => failed === 0)
    if (isPassed && results.some(({ passed }) => passed > 0)) return results[0]
  }
}
