import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { generateKeyPairSync } from 'node:crypto'
import { keccak256, recoverAddress, toHex, type Hash } from 'viem'
import { openKms } from '../../src/chain/signers/kms-client.js'
import { KmsSigner } from '../../src/chain/signers/kms-signer.js'
import { LocalSigner } from '../../src/chain/signers/local-signer.js'
import type { Signer } from '../../src/chain/signers/signer.js'
import { derSignature, KmsServer, newStoredKey } from './kms-server.js'
import { testKey } from './anvil.js'

const HALF = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const hashOf = (text: string): Hash => keccak256(toHex(text))

let server: KmsServer
let signer: KmsSigner
const environment = { ...process.env }

beforeAll(async () => {
  server = await KmsServer.start()
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: 'secret-of-test' })
})
beforeEach(async () => {
  server.reset()
  signer = new KmsSigner(await openKms({ region: 'eu-central-1', endpoint: server.url }), 'alias/minter', 60_000)
})
afterEach(() => server.reset())
afterAll(async () => {
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
    if (environment[name] === undefined) delete process.env[name]
    else process.env[name] = environment[name]
  }
  await server.stop()
})

const isSign = ({ target }: { target: string }) => target === 'TrentService.Sign'
const answerSign = (body: (hash: Hash) => unknown, status = 200) => {
  server.answer = async (call, response) => {
    if (!isSign(call)) return false
    const hash: Hash = `0x${Buffer.from(call.body['Message']!, 'base64').toString('hex')}`
    KmsServer.reply(response, status, await body(hash))
    return true
  }
}
const signatureAnswer = (der: Buffer) => ({ KeyId: 'k', Signature: der.toString('base64') })
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error as Error,
  )

async function expectValid(of: Signer, hash: Hash): Promise<void> {
  const { r, s, yParity } = await of.sign(hash)
  expect([r.length, s.length]).toEqual([66, 66])
  expect(BigInt(s) <= HALF).toBe(true)
  expect((await recoverAddress({ hash, signature: { r, s, yParity } })).toLowerCase()).toBe(await of.address())
}

describe('LocalSigner', () => {
  it('signs with the address of its key', async () => {
    const local = new LocalSigner(testKey(5))
    for (let index = 0; index < 20; index += 1) await expectValid(local, hashOf(`local ${index}`))
  })

  it('does not show its key', () => {
    const local = new LocalSigner(testKey(5))
    expect(JSON.stringify(local) + Object.values(local).join()).not.toContain('0005')
  })
})

describe('KmsSigner', () => {
  it('signs digests with the key in KMS, under requests that are themselves signed', async () => {
    expect(await signer.address()).toBe(server.key.address)
    for (let index = 0; index < 20; index += 1) await expectValid(signer, hashOf(`kms ${index}`))
    const [first, second] = server.received
    expect(first).toMatchObject({ target: 'TrentService.GetPublicKey', body: { KeyId: 'alias/minter' } })
    expect(second!.body).toEqual({
      KeyId: 'alias/minter',
      Message: Buffer.from(hashOf('kms 0').slice(2), 'hex').toString('base64'),
      MessageType: 'DIGEST',
      SigningAlgorithm: 'ECDSA_SHA_256',
    })
    expect(second!.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDTEST\/\d{8}\/eu-central-1\/kms\/aws4_request/,
    )
    expect(server.received.filter((call) => !isSign(call))).toHaveLength(1)
  })

  it('turns a high s into the low one that the chain accepts', async () => {
    answerSign(async (hash) => signatureAnswer(await derSignature(server.key, hash, true)))
    for (let index = 0; index < 8; index += 1) await expectValid(signer, hashOf(`high ${index}`))
  })

  it('rejects the signature of another key', async () => {
    const other = newStoredKey()
    answerSign(async (hash) => signatureAnswer(await derSignature(other, hash)))
    expect(await failureOf(signer.sign(hashOf('x')))).toMatchObject({ name: 'SignerFault' })
  })

  it('rejects the signature of another digest', async () => {
    answerSign(async () => signatureAnswer(await derSignature(server.key, hashOf('other'))))
    expect(await failureOf(signer.sign(hashOf('x')))).toMatchObject({ name: 'SignerFault' })
  })

  it.each([
    ['nothing', {}],
    ['text', signatureAnswer(Buffer.from('signed!!'))],
    ['a cut signature', signatureAnswer(Buffer.from('30060201010201', 'hex'))],
    ['bytes after the end', signatureAnswer(Buffer.from('300702010102010100', 'hex'))],
    ['zero', signatureAnswer(Buffer.from('3006020100020101', 'hex'))],
    ['a negative number', signatureAnswer(Buffer.from('3006020180020101', 'hex'))],
    ['a padded number', signatureAnswer(Buffer.from('300702020001020101', 'hex'))],
  ])('rejects %s as a signature', async (_, body) => {
    answerSign(() => body)
    expect(await failureOf(signer.sign(hashOf('x')))).toMatchObject({ name: 'SignerFault' })
  })

  it.each([
    ['another curve', () => ({ spki: spkiOf('prime256v1'), KeySpec: 'ECC_SECG_P256K1', KeyUsage: 'SIGN_VERIFY' })],
    ['another kind of key', () => ({ spki: server.key.spki, KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' })],
    ['another use', () => ({ spki: server.key.spki, KeySpec: 'ECC_SECG_P256K1', KeyUsage: 'ENCRYPT_DECRYPT' })],
    ['garbage', () => ({ spki: Buffer.from('key'), KeySpec: 'ECC_SECG_P256K1', KeyUsage: 'SIGN_VERIFY' })],
  ])('rejects a public key of %s', async (_, key) => {
    server.answer = (_call, response) => {
      const { spki, ...rest } = key()
      KmsServer.reply(response, 200, { KeyId: 'k', PublicKey: spki.toString('base64'), ...rest })
      return true
    }
    expect(await failureOf(signer.address())).toMatchObject({ name: 'SignerFault' })
  })

  it('continues after throttling', async () => {
    let refusals = 2
    server.answer = (call, response) => {
      if (!isSign(call) || (refusals -= 1) < 0) return false
      KmsServer.reply(response, 400, { __type: 'ThrottlingException', message: 'Rate exceeded' })
      return true
    }
    await expectValid(signer, hashOf('throttled'))
    expect(server.received.filter(isSign)).toHaveLength(3)
  })

  it.each([
    ['denies access', 'AccessDeniedException'],
    ['has disabled the key', 'DisabledException'],
  ])('is unavailable while KMS %s, and names neither key nor account', async (_, type) => {
    await signer.address()
    answerSign(() => ({ __type: type, message: 'arn:aws:iam::123456789012:role/minter may not use alias/minter' }), 400)
    const failure = await failureOf(signer.sign(hashOf('x')))
    expect(failure).toMatchObject({ name: 'SignerUnavailable', message: `KMS did not sign: ${type}` })
    expect(failure!.message).not.toMatch(/123456789012|alias/)
    server.reset()
    await expectValid(signer, hashOf('again'))
  })

  it('ends at its deadline when KMS does not respond', async () => {
    const kms = await openKms({ region: 'eu-central-1', endpoint: server.url })
    const key = await kms.getPublicKey('k')
    const impatient = new KmsSigner({ ...kms, getPublicKey: () => Promise.resolve(key) }, 'k', 300)
    server.answer = (call) => isSign(call)
    expect(await failureOf(impatient.sign(hashOf('x')))).toMatchObject({ name: 'SignerUnavailable' })
  })

  it('asks for the key again after a failure', async () => {
    server.answer = (_call, response) => {
      KmsServer.reply(response, 400, { __type: 'KMSInvalidStateException', message: 'no' })
      return true
    }
    expect(await failureOf(signer.address())).toMatchObject({ name: 'SignerUnavailable' })
    server.reset()
    expect(await signer.address()).toBe(server.key.address)
  })
})

function spkiOf(namedCurve: string): Buffer {
  return generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'der', type: 'spki' })
}
