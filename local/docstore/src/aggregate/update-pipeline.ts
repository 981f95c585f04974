import { wordOf } from '../bson/display.js'
import type { Doc, Value } from '../bson/values.js'
import { Code, fail } from '../errors.js'
import { compileAddFields, compileProjection, type Projector } from '../query/project.js'
import { compileExpression } from './expression.js'
import { isDoc, int } from '../bson/values.js'

/** The stages an update may be made of. */
const ALLOWED = ['$set', '$addFields', '$unset', '$project', '$replaceRoot', '$replaceWith']

/** Compiles an update given as a pipeline. @throws DocstoreError 72 for a stage that an update may not have. */
export function compilePipeline(
  stages: readonly Doc[],
  variables: ReadonlyMap<string, Value>,
  now: Date,
): (document: Doc) => Doc {
  const steps = stages.map(stepOf)
  const all = new Map<string, Value>([...variables, ['NOW', now]])
  return (document) => steps.reduce((current, step) => step(current, { root: current, variables: all }), document)
}

function stepOf(stage: Doc): Projector {
  const [name] = stage.keys()
  if (name === undefined || stage.size !== 1 || !ALLOWED.includes(name))
    fail(Code.InvalidOptions, `${String(name)} is not allowed to be used within an update`)
  const argument = stage.get(name)
  if (name === '$unset')
    return compileProjection(
      new Map((Array.isArray(argument) ? argument : [argument]).map((path) => [wordOf(path), int(0)])),
    )
  if (name === '$replaceRoot') return rootStep(isDoc(argument) ? argument.get('newRoot') : undefined)
  if (name === '$replaceWith') return rootStep(argument)
  if (!isDoc(argument)) fail(Code.FailedToParse, `${name} specification must be an object`)
  return name === '$project' ? compileProjection(argument) : compileAddFields(argument)
}

function rootStep(expression: Value): Projector {
  const evaluate = compileExpression(expression)
  return (_, scope) => {
    const value = evaluate(scope)
    return isDoc(value) ? value : fail(40228, "'newRoot' expression must evaluate to an object")
  }
}
