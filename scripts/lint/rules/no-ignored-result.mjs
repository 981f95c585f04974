// A statement that computes a `Result` and drops it loses a refusal without a trace: no compiler error, no exception.

/** Whether a type, or a member of a union, is the refusal of a Result. */
const canBeRefused = (type) => (type.isUnion() ? type.types : [type]).some((each) => each.symbol?.name === 'Refused')

export const noIgnoredResult = {
  meta: {
    type: 'problem',
    docs: { description: 'Forbids dropping a Result, and with it a refusal.' },
    messages: { ignored: 'Handle the refusal: return it, or use valueOrThrow at an edge.' },
    schema: [],
  },
  create(context) {
    const services = context.sourceCode.parserServices
    return {
      ExpressionStatement({ expression }) {
        const value = expression.type === 'UnaryExpression' ? expression.argument : expression
        if (value.type === 'AssignmentExpression') return
        const type = services.getTypeAtLocation(value)
        if (canBeRefused(services.program.getTypeChecker().getAwaitedType(type) ?? type))
          context.report({ node: expression, messageId: 'ignored' })
      },
    }
  },
}
