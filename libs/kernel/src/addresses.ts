import * as z from 'zod/mini'

/**
 * Creates a schema for an address with one of these protocols and a host; `words` completes the message "must be …".
 */
function address(protocols: readonly string[], words: string, { several = false, host = true } = {}) {
  const isAddress = (text: string) => {
    // The parser rejects a list of hosts, so only the first one is checked.
    const url = URL.parse(several ? text.replace(/(:\/\/[^/?]*?),[^/?]*/, '$1') : text)
    return url !== null && protocols.includes(url.protocol) && (!host || url.hostname !== '')
  }
  return z.string({ error: words }).check(z.refine(isAddress, { error: words }))
}

/** Schemas of the addresses of engines and peers. Each message completes "<name> must be …". */
export const addresses = {
  mongodb: () =>
    address(
      ['mongodb:', 'mongodb+srv:'],
      'a MongoDB address such as mongodb://user:password@localhost:27017/?replicaSet=rs0',
      { several: true },
    ),
  nats: () => {
    const words = 'a NATS address such as nats://user:password@localhost:4222, or several with commas between them'
    const one = address(['nats:', 'tls:'], words)
    const isList = (text: string) => text.split(',').every((server) => z.safeParse(one, server).success)
    return z.string({ error: words }).check(z.refine(isList, { error: words }))
  },
  redis: () => address(['redis:', 'rediss:'], 'a Redis address such as redis://:password@localhost:6379'),
  smtp: () => address(['smtp:', 'smtps:'], 'a mail server such as smtp://user:password@localhost:587'),
  storage: () =>
    address(
      ['s3:', 'file:'],
      'a bucket such as s3://bucket?region=me-central-1, or a folder of a single machine such as file:///var/lib/hissa',
      { host: false },
    ),
  web: (example = 'https://hissa.example') => address(['http:', 'https:'], `a web address such as ${example}`),
}
