import type { Doc } from './bson/values.js'

/** Error codes of the wire protocol that the engine uses, with the server's names. */
export const Code = {
  InternalError: 1,
  BadValue: 2,
  NoSuchKey: 4,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  ProtocolError: 17,
  AuthenticationFailed: 18,
  IllegalOperation: 20,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  CannotCreateIndex: 67,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  EmptyFieldName: 56,
  CommandNotFound: 59,
  ImmutableField: 66,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  WriteConflict: 112,
  CommandNotSupported: 115,
  NotSingleValueField: 161,
  CannotIndexParallelArrays: 171,
  InvalidPipelineOperator: 168,
  TransactionTooOld: 225,
  SnapshotTooOld: 239,
  NoSuchTransaction: 251,
  TransactionCommitted: 256,
  OperationNotSupportedInTransaction: 263,
  IndexBuildAborted: 276,
  BadProjection: 31254,
  UnknownField: 40415,
  MechanismUnavailable: 334,
  UnknownStage: 40324,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  InterruptedAtShutdown: 11600,
  OutOfDiskSpace: 14031,
} as const

const NAMES = new Map<number, string>(Object.entries(Code).map(([name, code]) => [code, name]))

/** An error reported to the client: code, message, and extra fields such as keyPattern and keyValue. */
export class DocstoreError extends Error {
  readonly labels: string[] = []
  constructor(
    readonly code: number,
    message: string,
    readonly extra?: Doc,
  ) {
    super(message)
  }

  get codeName(): string {
    return NAMES.get(this.code) ?? `Location${this.code}`
  }
}

/** Throws a DocstoreError. */
export function fail(code: number, message: string, extra?: Doc): never {
  throw new DocstoreError(code, message, extra)
}

/** Throws the error for a feature of MongoDB that this engine does not have, naming it. */
export function refuse(feature: string): never {
  throw new DocstoreError(Code.CommandNotSupported, `${feature} is not supported by docstore`)
}

/** A write without a transaction hit a document that an open transaction holds: wait for `released`, then retry. */
export class Held extends Error {
  constructor(readonly released: Promise<void>) {
    super('held by an open transaction')
  }
}
