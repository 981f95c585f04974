import type { Journey, Session } from '@hissa/testing-driver'
import { demoAccounts, demoPassword } from './accounts.js'
import type { SeedStep } from './seed.js'

/** What the demo investor subscribes, in AED; each a different property. */
const subscriptionsAed = [10_000, 6000]

/**
 * Takes the first demo account through the product's own journey: profile, identity check, and payment by card for units of
 * two properties. Goes on from wherever an interrupted first start left the account.
 * @param baseUrl where the app is reached from this process
 * @param paymentsUrl where payment pages are reached, when that is not the address in their links
 */
export function demoInvestor(baseUrl: string, mailUrl: string, paymentsUrl?: string): SeedStep {
  return {
    name: 'the demo investor',
    after: ['demo accounts', 'sample catalogue'],
    run: async () => {
      // Loaded only on the first start: the user pool's library and the pictures of documents are not needed again.
      const { createJourney, newPerson } = await import('@hissa/testing-driver')
      const journey = createJourney({ baseUrl, mailUrl, ...(paymentsUrl && { paymentsUrl }) })
      const [first] = demoAccounts
      const [firstName = '', lastName = ''] = (first?.fullName ?? '').split(' ')
      const person = newPerson({ email: first?.email ?? '', password: demoPassword, firstName, lastName })
      const session = await journey.signIn(person.email, person.password)
      await becomeInvestor(journey, session, person)
      const bought = await buyHoldings(journey, session)
      return `holds shares of ${bought} properties`
    },
  }
}

async function becomeInvestor(journey: Journey, session: Session, person: ReturnType<Journey['newPerson']>) {
  const status = async () => (await journey.getProfile(session)).userStatus.toLowerCase()
  if ((await status()) === 'registered') await journey.saveProfile(session, person)
  if ((await status()) === 'profile_complete') await journey.passKyc(session, person)
  if ((await status()) !== 'investor_active') await journey.waitForStatus(session, 'kyc_complete')
}

async function buyHoldings(journey: Journey, session: Session): Promise<number> {
  const properties = await journey.properties()
  for (const [index, amountAed] of subscriptionsAed.entries()) {
    const property = properties[index]
    if (!property) throw new Error('the catalogue has too few properties')
    const amount = Math.max(amountAed, property.investmentDetails.minInvestment ?? 0)
    await journey.buy(session, { propertyId: property.propertyId, amount })
  }
  return subscriptionsAed.length
}
