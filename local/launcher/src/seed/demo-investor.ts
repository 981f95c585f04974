import type { Journey, Session } from '@hissa/testing-driver'
import { demoAccounts, demoPassword } from './accounts.js'
import type { SeedStep } from './seed.js'

/** The demo investor's subscriptions in AED, each for a different property. */
const subscriptionsAed = [10_000, 6000]

/**
 * Takes the first demo account through the product's own journey: profile, identity verification, and card payments for
 * units of two properties. Resumes where an interrupted first start left the account.
 * @param baseUrl address of the app for this process
 * @param paymentsUrl address of the payment pages, if it differs from their links
 */
export function demoInvestor(baseUrl: string, mailUrl: string, paymentsUrl?: string): SeedStep {
  return {
    name: 'the demo investor',
    after: ['demo accounts', 'sample catalogue'],
    run: async () => {
      const { journey, session, person } = await signIn(baseUrl, mailUrl, paymentsUrl)
      await becomeInvestor(journey, session, person)
      const bought = await buyHoldings(journey, session)
      return `holds shares of ${bought} properties`
    },
  }
}

/** Only the first part of the journey: the past of the demo investor comes before the catalogue. */
export function demoIdentity(baseUrl: string, mailUrl: string): SeedStep {
  return {
    name: 'the demo investor’s identity',
    after: ['demo accounts'],
    run: async () => {
      const { journey, session, person } = await signIn(baseUrl, mailUrl)
      await becomeInvestor(journey, session, person)
      return 'verified'
    },
  }
}

async function signIn(baseUrl: string, mailUrl: string, paymentsUrl?: string) {
  // Loaded only on the first start; later ones need neither the user pool's library nor the document images.
  const { createJourney, newPerson } = await import('@hissa/testing-driver')
  const journey = createJourney({ baseUrl, mailUrl, ...(paymentsUrl && { paymentsUrl }) })
  const [first] = demoAccounts
  const [firstName = '', lastName = ''] = (first?.fullName ?? '').split(' ')
  const person = newPerson({ email: first?.email ?? '', password: demoPassword, firstName, lastName })
  return { journey, person, session: await journey.signIn(person.email, person.password) }
}

async function becomeInvestor(journey: Journey, session: Session, person: ReturnType<Journey['newPerson']>) {
  const status = async () => (await journey.getProfile(session)).userStatus.toLowerCase()
  if ((await status()) === 'registered') await journey.saveProfile(session, person)
  if ((await status()) === 'profile_complete') await journey.passKyc(session, person)
  if ((await status()) !== 'investor_active') await journey.waitForStatus(session, 'kyc_complete')
}

async function buyHoldings(journey: Journey, session: Session): Promise<number> {
  const { poll } = await import('@hissa/testing-driver')
  // The catalogue knows of a raise once it has handled the event, with a delay.
  const properties = await poll('open raises', async () => {
    const open = await journey.properties()
    return open.length >= subscriptionsAed.length ? open : undefined
  })
  for (const [index, amountAed] of subscriptionsAed.entries()) {
    const property = properties[index]
    if (!property) throw new Error('the catalogue has too few properties')
    const amount = Math.max(amountAed, property.investmentDetails.minInvestment ?? 0)
    await journey.buy(session, { propertyId: property.propertyId, amount })
  }
  return subscriptionsAed.length
}
