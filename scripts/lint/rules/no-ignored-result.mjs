// A statement that computes a `Result` and drops it loses a refusal without a trace: no compiler error, no exception.

const membersOf = (type) => (type.isUnion() ? type.types : [type])

/** Returns whether a type, or a member of a union, is the refusal of a Result. */
const canBeRefused = (type) => membersOf(type).some((each) => each.symbol?.name === 'Refused')

/** Returns the types of the elements of an array or tuple, and of the values in the result of `Promise.allSettled`. */
const elementsOf = (checker, type) =>
  membersOf(type)
    .filter((each) => checker.isArrayType(each) || checker.isTupleType(each))
    .flatMap((each) => checker.getTypeArguments(each))
    .flatMap(membersOf)
    .flatMap((each) =>
      each.symbol?.name === 'PromiseFulfilledResult'
        ? (each.aliasTypeArguments ?? checker.getTypeArguments(each))
        : [each],
    )

export const noIgnoredResult = {
  meta: {
    type: 'problem',
    docs: { description: 'Forbids dropping a Result, alone or among several, and with it a refusal.' },
    messages: { ignored: 'Handle the refusal: return it, or use valueOrThrow at an edge.' },
    schema: [],
  },
  create(context) {
    const services = context.sourceCode.parserServices
    return {
      ExpressionStatement({ expression }) {
        const value = expression.type === 'UnaryExpression' ? expression.argument : expression
        if (value.type === 'AssignmentExpression') return
        const checker = services.program.getTypeChecker()
        const type = services.getTypeAtLocation(value)
        const awaited = checker.getAwaitedType(type) ?? type
        // A method that returns its own array, such as `sort`, drops nothing.
        const several = value.type === 'AwaitExpression' || awaited !== type ? elementsOf(checker, awaited) : []
        if (canBeRefused(awaited) || several.some(canBeRefused))
          context.report({ node: expression, messageId: 'ignored' })
      },
    }
  },
}
