// Code takes machine time from a port (`Timing`) and business time from a `Clock`, so that tests can move both. These
// are the options of ESLint's rules that forbid the rest.

/** The only files that read the time of the system or set its timers. */
export const timePorts = ['libs/kernel/src/timing.ts', 'libs/ledger/src/timers.ts']

const message = 'Take `Timing` from @hissa/kernel, or a `Clock` for business time, so that tests can move the time.'
const timers = '/^(setTimeout|setInterval|performance|Date)$/'

/** Options of `no-restricted-globals`, `no-restricted-imports` (`paths`) and `no-restricted-syntax`. */
export const machineTime = {
  globals: ['setTimeout', 'setInterval', 'performance'].map((name) => ({ name, message })),
  imports: ['timers', 'timers/promises', 'perf_hooks']
    .flatMap((name) => [name, `node:${name}`])
    .map((name) => ({ name, message })),
  syntax: [
    "MemberExpression[object.name='Date'][property.name='now']",
    "NewExpression[callee.name='Date'][arguments.length=0]",
    "CallExpression[callee.name='Date']",
    "MemberExpression[object.name='AbortSignal'][property.name='timeout']",
    "MemberExpression[object.name='process'][property.name=/^(hrtime|uptime)$/]",
    `MemberExpression[object.name=/^(globalThis|global)$/][property.name=${timers}]`,
  ].map((selector) => ({ selector, message })),
}
