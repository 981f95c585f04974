import { makeVerifier, readPublicValue, serverPublicValue, sessionKey, type Verifier } from './caldera.js'

/** Operations with exponentiations of 3,072-bit numbers, which take 1 to 5 ms each. */
export type ArithmeticTask =
  | { kind: 'verifier'; poolName: string; userId: string; password: string; salt: Uint8Array }
  | { kind: 'server-value'; v: bigint; b: Uint8Array }
  | { kind: 'session-key'; publicValue: string; v: bigint; b: Uint8Array }

/** The verifier, the server's public value, or the session key; undefined for a public value outside the group. */
export type ArithmeticResult = Verifier | bigint | Uint8Array | undefined

/** Runs one operation on a worker thread. Buffers arrive as plain `Uint8Array`s. */
export default function calculate(task: ArithmeticTask): ArithmeticResult {
  switch (task.kind) {
    case 'verifier':
      return makeVerifier(task.poolName, task.userId, task.password, Buffer.from(task.salt))
    case 'server-value':
      return serverPublicValue(task.v, Buffer.from(task.b))
    case 'session-key':
      return sessionKeyOrUndefined(task.publicValue, task.v, Buffer.from(task.b))
  }
}

/** Returns undefined for a public value outside the group, which correct clients never send. */
function sessionKeyOrUndefined(publicValue: string, v: bigint, b: Buffer): Buffer | undefined {
  try {
    return sessionKey(readPublicValue(publicValue)!, v, b)
  } catch {
    return undefined
  }
}
