import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Keyring } from '../src/crypto/keyring.js'
import { SubjectVault } from '../src/crypto/subject-vault.js'
import { foldNames } from '../src/users/fold-names.js'
import { CLIENT_ID, Harness, PASSWORD, POOL_ID, confirm, newEmail, refusalOf } from './harness.js'

const keys = new Keyring(Buffer.alloc(32, 9))
/** Returns the alias that releases without folded names stored. */
const earlierAlias = (email: string) => keys.digest('index', POOL_ID, email.toLowerCase()).toString('base64url')
const OTHER_PASSWORD = 'Harbour-4411-lantern'
const INCORRECT = /Incorrect username or password|User does not exist/

interface Row {
  _id: string
  alias: string
  confirmed: boolean
  subjectKey: string
}

describe('foldNames', () => {
  let identity: Harness
  beforeAll(async () => {
    identity = await Harness.start()
  })
  afterAll(() => identity.stop())

  const rows = () => identity.store.collection<Row>('users')
  const logged: { count: number; userIds: string[] }[] = []
  const logger = { info: () => undefined, warn: (fields: object) => void logged.push(fields as never) }
  /** Runs the migration and returns the accounts that it reports. */
  const reported = async () => {
    logged.length = 0
    await foldNames({ keys, vault: new SubjectVault(keys), poolId: POOL_ID, logger }).up(identity.store)
    expect(logged.map(({ count }) => count)).toEqual(logged.map(({ userIds }) => userIds.length))
    return logged.flatMap(({ userIds }) => userIds)
  }
  const account = async (email: string, password = PASSWORD) => {
    const { body } = await identity.post('SignUp', {
      ClientId: CLIENT_ID,
      Username: email,
      Password: password,
      UserAttributes: [],
    })
    const userId = body.UserSub as string
    await confirm(identity.userIn(identity.browser(), email), await identity.codeOf(userId))
    return userId
  }
  const asEarlier = (userId: string, email: string) =>
    rows().updateOne({ _id: userId }, { $set: { alias: earlierAlias(email) } })
  const signsIn = async (email: string, password = PASSWORD) =>
    (await identity.signIn(email, password)).session.getIdToken().payload.sub as string

  it('lets accounts of earlier releases sign in with any spelling of their address', async () => {
    const addresses = [
      'Straße.1@example.com',
      'ｆａｔｉｍａ.2@example.com',
      'mail.3@bücher.example',
      'σοφίας.4@example.com',
    ]
    const accounts = new Map<string, string>()
    for (const email of addresses) {
      const userId = await account(email)
      await asEarlier(userId, email)
      accounts.set(email, userId)
    }
    await identity.store.collection<{ _id: string }>('migrations').deleteOne({ _id: '002-fold-names' })
    expect(await refusalOf(identity.signIn(addresses[0]!))).toMatch(INCORRECT)
    await identity.restart()
    for (const [email, userId] of accounts) expect(await signsIn(email)).toBe(userId)
    expect(await signsIn('strasse.1@EXAMPLE.com')).toBe(accounts.get(addresses[0]!))
    expect(await reported()).toEqual([])
  })

  it('runs again for accounts of a release that case-folded domains', async () => {
    const email = 'fatima.9@faß.example'
    const userId = await account(email)
    await asEarlier(userId, 'fatima.9@fass.example')
    await identity.store.collection<{ _id: string }>('migrations').deleteOne({ _id: '003-fold-names-by-domain' })
    await identity.restart()
    expect(await signsIn(email)).toBe(userId)
    expect(await refusalOf(identity.signIn('fatima.9@fass.example'))).toMatch(INCORRECT)
  })

  it.each([
    ['older', 'weiß.1@example.com', 'weiss.1@example.com'],
    ['newer', 'weiss.2@example.com', 'weiß.2@example.com'],
  ])('lets the older of two accounts keep the name if the %s one was not folded', async (_, first, second) => {
    const older = await account(first)
    await asEarlier(older, 'parked@example.com')
    const newer = await account(second, OTHER_PASSWORD)
    await asEarlier(newer, second)
    await asEarlier(older, first)
    const both = () =>
      rows()
        .find({ _id: { $in: [older, newer] } })
        .sort({ createdAt: 1 })
        .toArray()

    expect(await reported()).toEqual([newer])
    expect(await signsIn(first)).toBe(older)
    expect(await signsIn(second)).toBe(older)
    expect(await signsIn(newer, OTHER_PASSWORD)).toBe(newer)

    const migrated = await both()
    expect(migrated).toHaveLength(2)
    await reported()
    expect(await both()).toEqual(migrated)
    await rows().deleteOne({ _id: newer })
  })

  it('folds the names of sign-up attempts unless an account has the name', async () => {
    const free = `groß.${newEmail()}`
    const { userId } = await identity.signUp({}, free)
    await asEarlier(userId, free)
    const taken = `fuß.${newEmail()}`
    const attempt = await identity.signUp({}, taken)
    await asEarlier(attempt.userId, taken)
    const holder = await account(taken)
    expect(await reported()).toEqual([])
    expect(await refusalOf(confirm(identity.userIn(identity.browser(), free), await identity.codeOf(userId)))).toBe(
      'accepted',
    )
    expect(await signsIn(free)).toBe(userId)
    expect(await signsIn(taken)).toBe(holder)
    expect((await rows().findOne({ _id: attempt.userId }))?.alias).toBe(earlierAlias(taken))
  })

  it('reports accounts whose address cannot be decrypted, and throws if none can', async () => {
    const email = newEmail()
    const userId = await account(email)
    const { subjectKey } = (await rows().findOne({ _id: userId }))!
    await rows().updateOne({ _id: userId }, { $set: { subjectKey: subjectKey.slice(4) } })
    expect(await reported()).toEqual([userId])
    const others = new Keyring(Buffer.alloc(32, 8))
    const wrong = foldNames({ keys: others, vault: new SubjectVault(others), poolId: POOL_ID, logger })
    await expect(wrong.up(identity.store)).rejects.toThrow('master key')
  })
})
