import { generateKeyPairSync } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address, Hash, Hex } from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** A key as KMS holds it. */
export interface StoredKey {
  privateKey: Hex
  address: Address
  /** DER SubjectPublicKeyInfo. */
  spki: Buffer
}

export function newStoredKey(): StoredKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
  const secret = Buffer.from(privateKey.export({ format: 'jwk' }).d!, 'base64url')
    .toString('hex')
    .padStart(64, '0')
  const key: Hex = `0x${secret}`
  const address = privateKeyToAddress(key).toLowerCase() as Address
  return { privateKey: key, address, spki: publicKey.export({ format: 'der', type: 'spki' }) }
}

const integer = (value: bigint) => {
  const hex = value.toString(16)
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  const content = bytes[0]! & 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes
  return Buffer.concat([Buffer.of(2, content.length), content])
}

/** Returns a DER signature of a digest, with the high `s` if wanted, as KMS often answers. */
export async function derSignature({ privateKey }: StoredKey, hash: Hash, isHigh = false): Promise<Buffer> {
  const { r, s } = await sign({ hash, privateKey })
  const low = BigInt(s)
  const content = Buffer.concat([integer(BigInt(r)), integer(isHigh ? ORDER - low : low)])
  return Buffer.concat([Buffer.of(0x30, content.length), content])
}

interface Received {
  target: string
  authorization: string
  body: Record<string, string>
}

/** Speaks the protocol of AWS KMS over HTTP. `answer` may replace what it answers to a call. */
export class KmsServer {
  received: Received[] = []
  answer: ((call: Received, response: ServerResponse) => Promise<boolean> | boolean) | undefined
  key = newStoredKey()

  private constructor(
    readonly url: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async start(): Promise<KmsServer> {
    const server = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', (part) => (text += part))
      request.on('end', () => {
        const target = String(request.headers['x-amz-target'])
        const authorization = String(request.headers.authorization)
        void kms.handle({ target, authorization, body: JSON.parse(text) as Received['body'] }, response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const kms = new KmsServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server)
    return kms
  }

  reset(): void {
    this.received = []
    this.answer = undefined
  }

  stop(): Promise<void> {
    this.server.closeAllConnections()
    return new Promise((resolve) => this.server.close(() => resolve()))
  }

  static reply(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
  }

  private async handle(call: Received, response: ServerResponse): Promise<void> {
    this.received.push(call)
    if (await this.answer?.(call, response)) return
    const { KeyId, Message } = call.body
    if (call.target === 'TrentService.GetPublicKey') {
      const key = { KeyId, PublicKey: this.key.spki.toString('base64') }
      return KmsServer.reply(response, 200, { ...key, KeySpec: 'ECC_SECG_P256K1', KeyUsage: 'SIGN_VERIFY' })
    }
    const hash: Hash = `0x${Buffer.from(Message!, 'base64').toString('hex')}`
    const signature = await derSignature(this.key, hash)
    KmsServer.reply(response, 200, { KeyId, Signature: signature.toString('base64') })
  }
}
