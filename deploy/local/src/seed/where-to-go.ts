import { demoAccounts, demoPassword } from './accounts.js'

/** Where the parts of a running platform are; those that don't run are absent. */
export interface Addresses {
  app: string
  mail?: string | undefined
  payments?: string | undefined
  logs: string
  /** How a person stops it. */
  stop: string
}

/** The last lines of a start: addresses and demo accounts. */
export function whereToGo({ app, mail, payments, logs, stop }: Addresses): string {
  const [first, second] = demoAccounts
  const staff = demoAccounts.slice(2).map(({ email }) => email.split('@')[0])
  return [
    '',
    `  Hissa     ${app}`,
    `  Sandbox   ${app}/sandbox`,
    ...(mail ? [`  Mail      ${mail}`] : []),
    ...(payments ? [`  Payments  ${payments}`] : []),
    `  Logs      ${logs}`,
    '',
    `  Demo accounts, password ${demoPassword}`,
    `    ${first?.email} (${first?.about}), ${second?.email} (${second?.about})`,
    `    staff: ${staff.join(', ')} @hissa.test`,
    '',
    `  ${stop}`,
  ].join('\n')
}
