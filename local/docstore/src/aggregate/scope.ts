import type { Doc, Value } from '../bson/values.js'

/** What an expression sees: the document, and `$$` variables by name. */
export interface Scope {
  root: Doc
  variables: ReadonlyMap<string, Value>
}

/** A compiled expression; `undefined` is a missing value. */
export type Evaluate = (scope: Scope) => Value

/** Compiles an expression. Passed to operators, whose arguments are expressions too. */
export type Compile = (expression: Value) => Evaluate

/** Compiles an operator's argument into an evaluator. */
export type Build = (argument: Value, compile: Compile) => Evaluate
