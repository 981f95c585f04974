import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

const ITERATIONS = 15_000
const SALT_BYTES = 28
const KEY_BYTES = 32
const NONCE_BYTES = 24
/** The GS2 header `n,,` in base64: no channel binding. */
const NO_BINDING = 'biws'
const FIRST_MESSAGE = /^n,,(n=([^,]*),r=([^,]+))$/

/** The stored form of a password: it verifies a proof of the password and cannot be used to sign in. */
export interface ScramUser {
  name: string
  salt: Buffer
  storedKey: Buffer
  serverKey: Buffer
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/**
 * Derives the stored credentials of a user (RFC 5802 with SHA-256).
 * @throws Error when the password has characters other than printable ASCII, which SASLprep would have to normalise
 */
export function scramUser(name: string, password: string): ScramUser {
  if (!/^[\x21-\x7e]+$/.test(password)) throw new Error('the password must be printable ASCII without spaces')
  const salt = randomBytes(SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256')
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest()
  return { name, salt, storedKey, serverKey: hmac(salted, 'Server Key') }
}

/** The server's side of one SCRAM-SHA-256 conversation; null from a step means that authentication failed. */
export class ScramConversation {
  private nonce = ''
  private transcript = ''

  constructor(private readonly user: ScramUser) {}

  /** Answers the client's first message. */
  first(message: string): string | null {
    const found = FIRST_MESSAGE.exec(message)
    if (!found || nameIn(message) !== this.user.name) return null
    this.nonce = `${found[3] as string}${randomBytes(NONCE_BYTES).toString('base64')}`
    const answer = `r=${this.nonce},s=${this.user.salt.toString('base64')},i=${ITERATIONS}`
    this.transcript = `${found[1] as string},${answer}`
    return answer
  }

  /** Verifies the client's proof and returns the server's. A conversation has one. */
  last(message: string): string | null {
    const { transcript, user } = this
    const found = /^(c=([^,]*),r=([^,]*)),p=([A-Za-z0-9+/=]+)$/.exec(message)
    this.transcript = ''
    if (transcript === '' || !found || found[2] !== NO_BINDING || found[3] !== this.nonce) return null
    const signed = `${transcript},${found[1] as string}`
    const proof = Buffer.from(found[4] as string, 'base64')
    if (proof.length !== KEY_BYTES || !proves(proof, hmac(user.storedKey, signed), user.storedKey)) return null
    return `v=${hmac(user.serverKey, signed).toString('base64')}`
  }
}

/** Returns the user's name in the client's first message; undefined if it isn't one. */
export function nameIn(message: string): string | undefined {
  return FIRST_MESSAGE.exec(message)?.[2]?.replaceAll('=2C', ',').replaceAll('=3D', '=')
}

/** The proof is the client's key hidden by a signature that only the holder of the stored key can make. */
function proves(proof: Buffer, signature: Buffer, storedKey: Buffer): boolean {
  const clientKey = proof.map((byte, i) => byte ^ (signature[i] as number))
  return timingSafeEqual(createHash('sha256').update(clientKey).digest(), storedKey)
}
