// Buys shares for AED 2,000 of the first open offering: buy-a-share <address of Hissa> <id token>
import { setTimeout } from 'node:timers/promises'
import { client } from './client/client.gen.js'
import { acceptDisclosures, createCheckoutSession, getAppropriateness } from './client/sdk.gen.js'
import { getDisclosures, getOrder, listProperties } from './client/sdk.gen.js'

const [baseUrl, token] = process.argv.slice(2)
if (!baseUrl || !token) throw new Error('Usage: buy-a-share <address of Hissa> <id token>')
client.setConfig({ baseUrl, auth: token, throwOnError: true })

const { data: offerings } = await listProperties({ query: { status: 'active', limit: 1 }, throwOnError: true })
const property = offerings.properties[0]
if (!property) throw new Error('No offering is open')
const { propertyId } = property

const { data: asked } = await getAppropriateness({ query: { locale: 'en' }, throwOnError: true })
if (asked.state === 'required') throw new Error(`Answer the questions at ${baseUrl}/investment-flow/${propertyId}`)

const { data: texts } = await getDisclosures({ query: { propertyId, locale: 'en' }, throwOnError: true })
const documents = texts.documents.map(({ id, version, hash }) => ({ documentId: id, version, hash }))
await acceptDisclosures({ body: { propertyId, locale: 'en', documents } })

const { data: checkout, error } = await createCheckoutSession({
  body: { propertyId, amount: 2_000 },
  headers: { 'Idempotency-Key': crypto.randomUUID() },
  throwOnError: false,
})
if (error) throw new Error(error.code === 'AMOUNT_NOT_MULTIPLE' ? `try ${error.nearestFils[0] / 100}` : error.detail)
console.log(`Pay at ${checkout.url}`)

for (;;) {
  const { data } = await getOrder({ path: { id: checkout.orderId }, throwOnError: true })
  if (data.order.state === 'paid') break
  await setTimeout(500)
}
console.log(`Paid: order ${checkout.orderId}`)
