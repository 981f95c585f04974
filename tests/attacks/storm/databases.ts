import { GATEWAY, serviceNames, type ServiceName } from '@hissa/contracts'
import type { Db, MongoClient } from 'mongodb'

type Owner = Exclude<ServiceName, typeof GATEWAY>

/** The services with a database. */
export const OWNERS = serviceNames.filter((name): name is Owner => name !== GATEWAY)

/** The platform's databases, by service. */
export type Databases = Record<Owner, Db>

/** Finds the databases, whatever prefix the run has given them. Throws Error when one is missing. */
export async function databasesOf(client: MongoClient): Promise<Databases> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true })
  const find = (service: string) => {
    const found = databases.find(({ name }) => name.endsWith(service))
    if (!found) throw new Error(`there is no database of ${service}`)
    return client.db(found.name)
  }
  return Object.fromEntries(OWNERS.map((service) => [service, find(service)])) as Databases
}
