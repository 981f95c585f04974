import { wallNow, type Timing } from '@hissa/kernel'
import { isDuplicateKey, type Connection } from '@hissa/persistence'
import {
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  type CryptoKey,
  type JWK,
} from 'jose'
import { Schema, type Model } from 'mongoose'
import type { Keyring } from '../crypto/keyring.js'
import { open, seal } from '../crypto/seal.js'

export type KeyUse = 'id' | 'access'

interface KeyRow {
  /** The use. One key for each, created by the first replica that starts. */
  _id: KeyUse
  kid: string
  publicJwk: JWK
  /** PKCS 8, sealed. */
  privateKey: string
  createdAt: Date
}

const schema = new Schema<KeyRow>(
  {
    _id: String,
    kid: { type: String, required: true },
    publicJwk: { type: Schema.Types.Mixed, required: true },
    privateKey: { type: String, required: true },
    createdAt: { type: Date, required: true },
  },
  { versionKey: false },
)

export interface SigningKey {
  kid: string
  privateKey: CryptoKey
  publicJwk: JWK
}

/** Stores the pool's two RSA keys: one signs id tokens, the other access tokens. */
export class SigningKeyStore {
  private readonly model: Model<KeyRow>
  private loaded: Promise<Record<KeyUse, SigningKey>> | undefined

  constructor(
    connection: Connection,
    private readonly keys: Keyring,
    private readonly timing: Timing,
  ) {
    this.model = connection.model<KeyRow>('signing_keys', schema, 'signing_keys')
  }

  /** Returns both keys, created on the first start. A failure is not cached. */
  load(): Promise<Record<KeyUse, SigningKey>> {
    this.loaded ??= Promise.all([this.loadOne('id'), this.loadOne('access')])
      .then(([id, access]) => ({ id, access }))
      .catch((error: unknown) => {
        this.loaded = undefined
        throw error
      })
    return this.loaded
  }

  private async loadOne(use: KeyUse): Promise<SigningKey> {
    const row = (await this.find(use)) ?? (await this.create(use))
    const pem = open(this.keys.of('signing'), row.privateKey, `signing|${use}|${row.kid}`).toString('utf8')
    return { kid: row.kid, publicJwk: row.publicJwk, privateKey: await importPKCS8(pem, 'RS256') }
  }

  private find(use: KeyUse): Promise<KeyRow | null> {
    return this.model.findOne({ _id: use }).lean<KeyRow>().exec()
  }

  private async create(use: KeyUse): Promise<KeyRow> {
    const pair = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 })
    const { kty, n, e } = await exportJWK(pair.publicKey)
    const kid = await calculateJwkThumbprint({ kty, n, e })
    const privateKey = seal(this.keys.of('signing'), await exportPKCS8(pair.privateKey), `signing|${use}|${kid}`)
    const row: KeyRow = {
      _id: use,
      kid,
      publicJwk: { kty, alg: 'RS256', use: 'sig', kid, n, e },
      privateKey,
      createdAt: wallNow(this.timing),
    }
    try {
      await this.model.create(row)
      return row
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return (await this.find(use))!
    }
  }
}
