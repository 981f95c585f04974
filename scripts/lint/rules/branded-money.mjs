// A plain number compiles where money is expected, so an amount of dirhams, a count or a rate could replace it
// unnoticed.
import ts from 'typescript'

/** Matches `amountFils`, `fils`, `PRICE_FILS`, `paidUnits`, `units`, `unitsTotal`. */
const MONEY = /(^fils|Fils|(^|_)FILS)$|(^units([A-Z]\w*)?|Units|(^|_)UNITS)$/
const BRANDS = ['Fils', 'Units']
const ZOD_NUMBERS = ['number', 'int', 'int32', 'uint32', 'float32', 'float64']

const nameOf = (key) => (key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '')
const isMoney = (key) => MONEY.test(nameOf(key))

/** Returns whether a schema is a number of zod, alone or within others. */
function isZodNumber(node) {
  if (node.type === 'TSAsExpression') return isZodNumber(node.expression)
  if (node.type !== 'CallExpression') return false
  const { callee } = node
  if (callee.type !== 'MemberExpression') return node.arguments.some(isZodNumber)
  if (callee.object.type === 'Identifier' && callee.object.name === 'z') {
    return ZOD_NUMBERS.includes(nameOf(callee.property)) || node.arguments.some(isZodNumber)
  }
  return isZodNumber(callee.object)
}

/** Returns whether values of a type are plain numbers, also in a list, a promise, or a function's result. */
function isPlain(type, checker) {
  if (type.isUnion()) return type.types.some((each) => isPlain(each, checker))
  if (type.flags & ts.TypeFlags.NumberLike) return true
  if (type.isIntersection()) return false
  const isList = checker.isArrayType(type) || checker.isTupleType(type)
  if (isList || type.symbol?.name === 'Promise') {
    return checker.getTypeArguments(type).some((each) => isPlain(each, checker))
  }
  return type.getCallSignatures().some((signature) => isPlain(signature.getReturnType(), checker))
}

/** Returns whether the declaration of a node has a written type. */
function isAnnotated(node) {
  const { parent } = node
  const declarations = parent.id === node ? [parent, parent.init] : []
  return Boolean(node.typeAnnotation) || [node, node.value, ...declarations].some((each) => each?.returnType)
}

export const brandedMoney = {
  meta: {
    type: 'problem',
    docs: { description: 'Forbids plain numbers under the names of fils and units.' },
    messages: {
      plain: '`{{name}}` is a plain number: use Fils or Units of @hissa/money.',
      schema: '`{{name}}` is a plain number: use the schemas `fils` or `units` of @hissa/contracts.',
      cast: 'Make money with fils() or units(), which check it.',
    },
    schema: [{ type: 'object', properties: { inferred: { type: 'boolean' } }, additionalProperties: false }],
    defaultOptions: [{ inferred: true }],
  },
  create(context) {
    const services = context.sourceCode.parserServices
    const checker = services.program.getTypeChecker()
    const [{ inferred }] = context.options
    const report = (node, messageId) => context.report({ node, messageId, data: { name: nameOf(node) } })

    /** Reports the declaration of a name whose type is a plain number. */
    function declared(key, node = key) {
      if (!isMoney(key) || !(inferred || isAnnotated(node))) return
      if (isPlain(services.getTypeAtLocation(node), checker)) report(key, 'plain')
    }
    /** Visits every name that a parameter or variable declares. */
    function bound(pattern) {
      if (pattern.type === 'Identifier') declared(pattern)
      else if (pattern.type === 'AssignmentPattern') bound(pattern.left)
      else if (pattern.type === 'RestElement') bound(pattern.argument)
      else if (pattern.type === 'TSParameterProperty') bound(pattern.parameter)
      else if (pattern.type === 'ArrayPattern') pattern.elements.filter(Boolean).forEach(bound)
      else if (pattern.type === 'ObjectPattern') pattern.properties.forEach((each) => bound(each.value ?? each))
    }
    const parameters = ({ params }) => params.forEach(bound)
    const member = (node) => !node.computed && declared(node.key, node)

    return {
      TSPropertySignature: member,
      TSMethodSignature(node) {
        member(node)
        parameters(node)
      },
      PropertyDefinition: member,
      MethodDefinition: member,
      FunctionDeclaration(node) {
        if (node.id) declared(node.id)
        parameters(node)
      },
      TSDeclareFunction(node) {
        if (node.id) declared(node.id)
        parameters(node)
      },
      FunctionExpression: parameters,
      ArrowFunctionExpression: parameters,
      TSFunctionType: parameters,
      TSEmptyBodyFunctionExpression: parameters,
      VariableDeclarator({ id, init }) {
        bound(id)
        if (init && id.type === 'Identifier' && isMoney(id) && isZodNumber(init)) report(id, 'schema')
      },
      Property({ key, value, computed }) {
        if (!computed && isMoney(key) && isZodNumber(value)) report(key, 'schema')
      },
      TSAsExpression({ typeAnnotation }) {
        const { type, typeName } = typeAnnotation
        if (type === 'TSTypeReference' && BRANDS.includes(nameOf(typeName)))
          context.report({ node: typeAnnotation, messageId: 'cast' })
      },
    }
  },
}
