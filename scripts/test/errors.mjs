// Compares the errors that calls declare with those that they returned during the service tests of this run, which
// jest/record-errors.mjs recorded. Both are written `call CODE status`, as in `investment.placeOrder RAISE_NOT_OPEN 409`.

/** Returns why the errors of a run can't be compared; undefined if all its service tests ran and passed. */
export function reasonToSkip(chosen, finished) {
  if (!chosen) return 'the service tests did not run'
  if (chosen.runs) return 'only some of the service tests ran'
  const isPassed = finished?.results?.every(({ failed }) => failed === 0)
  return isPassed ? undefined : 'not all service tests passed'
}

/**
 * Returns the result of the comparison, in which each call passes or fails.
 * @param calls `{ name, declared, possible }`; `possible` includes the errors that the access of a call implies
 * @param provoked the errors that the calls returned
 */
export function compareErrors(calls, provoked) {
  const seen = new Set(provoked)
  const possible = new Set(calls.flatMap((call) => call.possible))
  const known = calls.map(({ name, declared }) => {
    const missing = declared.filter((error) => !seen.has(error))
    const undeclared = [...seen].filter((error) => error.startsWith(`${name} `) && !possible.has(error))
    return [
      ...missing.map((error) => ({ name: error, error: 'declared, but no service test of this run provoked it' })),
      ...undeclared.map((error) => ({ name: error, error: 'provoked by a service test, but not declared' })),
    ]
  })
  const failures = known.flat().map((failure) => ({ file: '', ...failure }))
  const passed = known.filter((faults) => faults.length === 0).length
  return { file: '', passed, failed: failures.length, skipped: 0, failures }
}

/** Returns the calls of the contracts with their errors. */
export async function callsWithErrors() {
  const { errorsOf } = await import('../../libs/contracts/dist/index.js')
  const { calls } = await import('../../libs/contracts/dist/bus/index.js')
  return calls.map((call) => {
    const written = (errors) => errors.map(({ code, status }) => `${call.name} ${code} ${status}`)
    return { name: call.name, declared: written(call.errors), possible: written(errorsOf(call)) }
  })
}
