import { demoAccounts, demoPassword } from './accounts.js'

/** Addresses of a running platform's parts; parts that don't run are absent. */
export interface Addresses {
  app: string
  /** Absent if other machines can reach the app, because it has no sign-in. */
  sandbox?: string | undefined
  mail?: string | undefined
  payments?: string | undefined
  bank?: string | undefined
  /** The RPC of the local chain. */
  chain?: string | undefined
  logs: string
  /** The sentence that says how to stop the platform. */
  stop: string
}

/** Returns what the launcher prints once the platform runs: addresses, demo accounts and how to stop it. */
export function whereToGo({ app, sandbox, mail, payments, bank, chain, logs, stop }: Addresses): string {
  const [first, second] = demoAccounts
  const staff = demoAccounts.slice(2).map(({ email }) => email.split('@')[0])
  return [
    '',
    `  Hissa     ${app}`,
    ...(sandbox ? [`  Sandbox   ${sandbox}`] : []),
    ...(mail ? [`  Mail      ${mail}`] : []),
    ...(payments ? [`  Payments  ${payments}`] : []),
    ...(bank ? [`  Bank      ${bank}`] : []),
    ...(chain ? [`  Chain     ${chain}`] : []),
    `  Logs      ${logs}`,
    '',
    `  Demo accounts, password ${demoPassword}`,
    `    ${first?.email} (${first?.about}), ${second?.email} (${second?.about})`,
    `    staff: ${staff.join(', ')} @hissa.test`,
    '',
    `  ${stop}`,
  ].join('\n')
}
