import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserAttribute,
  CognitoUserPool,
  type CognitoUserSession,
  type ICognitoStorage,
} from 'amazon-cognito-identity-js'
import { fullNameOf, type Person } from './person.js'

/** A signed-in user. Calls to the API send `idToken`. */
export interface Session {
  email: string
  userId: string
  idToken: string
  accessToken: string
  refreshToken: string
}

function memoryStorage(): ICognitoStorage {
  const items = new Map<string, string>()
  return {
    setItem: (key, value) => void items.set(key, value),
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  }
}

const settle = <T>(run: (done: (error: unknown, result?: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    // Rejects with the library's own error: its `name` or `code` is the pool's exception.
    run((error, result) => (error ? reject(withMessage(error)) : resolve(result as T)))
  })

/** A response that isn't the pool's, such as the gateway's, has no `message`: the library then says `null`. */
function withMessage(error: unknown): unknown {
  if (error instanceof Error && (error.message === 'null' || error.message === ''))
    error.message = `the user pool did not respond: ${error.name}`
  return error
}

/** Creates a client of the user pool from its unmodified client library. Each user has a separate storage. */
export function createPool(settings: { endpoint: string; userPoolId: string; clientId: string }) {
  const userOf = (email: string): CognitoUser => {
    const storage = memoryStorage()
    const { endpoint, userPoolId, clientId } = settings
    const pool = new CognitoUserPool({ UserPoolId: userPoolId, ClientId: clientId, endpoint, Storage: storage })
    return new CognitoUser({ Username: email, Pool: pool, Storage: storage })
  }
  const poolOf = () =>
    new CognitoUserPool({
      UserPoolId: settings.userPoolId,
      ClientId: settings.clientId,
      endpoint: settings.endpoint,
      Storage: memoryStorage(),
    })
  return {
    async signUp(person: Person): Promise<{ userId: string }> {
      const values = { email: person.email, name: fullNameOf(person), locale: person.language }
      const attributes = Object.entries(values).map(([Name, Value]) => new CognitoUserAttribute({ Name, Value }))
      const result = await settle<{ userSub: string }>((done) =>
        poolOf().signUp(person.email, person.password, attributes, [], (error, answer) => done(error, answer)),
      )
      return { userId: result.userSub }
    },
    confirm: (email: string, code: string): Promise<unknown> =>
      settle((done) => userOf(email).confirmRegistration(code, false, done)),
    resendCode: (email: string): Promise<unknown> => settle((done) => userOf(email).resendConfirmationCode(done)),
    async signIn(email: string, password: string): Promise<Session> {
      const details = new AuthenticationDetails({ Username: email, Password: password })
      const session = await settle<CognitoUserSession>((done) =>
        userOf(email).authenticateUser(details, {
          onSuccess: (result) => done(null, result),
          onFailure: (error) => done(error),
        }),
      )
      const idToken = session.getIdToken()
      return {
        email,
        userId: String(idToken.payload.sub),
        idToken: idToken.getJwtToken(),
        accessToken: session.getAccessToken().getJwtToken(),
        refreshToken: session.getRefreshToken().getToken(),
      }
    },
  }
}
export type Pool = ReturnType<typeof createPool>
