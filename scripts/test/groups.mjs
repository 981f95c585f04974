// Runs the steps of a test run in order, and adjacent steps that are idle for half of their time two at a time.

/** Groups adjacent idle steps; every other step is alone. */
export function groupsOf(steps) {
  const groups = []
  for (const step of steps) {
    if (step.idle && groups.at(-1)?.[0].idle) groups.at(-1).push(step)
    else groups.push([step])
  }
  return groups
}

/**
 * Works on two steps at a time, each as soon as one before it has ended. Returns the outcomes in the order in which they
 * ended.
 * @param work `(step) => Promise<outcome>`
 * @param isStopped whether no further step may start
 */
export async function twoAtATime(steps, work, isStopped) {
  const waiting = [...steps]
  const outcomes = []
  const worker = async () => {
    for (let step = waiting.shift(); step && !isStopped(); step = waiting.shift()) outcomes.push(await work(step))
  }
  await Promise.all([worker(), worker()])
  return outcomes
}
