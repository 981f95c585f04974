import type { Build } from './scope.js'
import { ARITHMETIC } from './expressions/arithmetic.js'
import { ARRAYS } from './expressions/arrays.js'
import { COMPARISON } from './expressions/comparison.js'
import { CONVERSION } from './expressions/conversion.js'
import { DATES } from './expressions/dates.js'
import { DOCUMENTS } from './expressions/documents.js'
import { STRINGS } from './expressions/strings.js'

/** Every expression operator that this engine supports. */
export const EXPRESSION_OPERATORS: Readonly<Record<string, Build>> = {
  ...ARITHMETIC,
  ...ARRAYS,
  ...COMPARISON,
  ...CONVERSION,
  ...DATES,
  ...DOCUMENTS,
  ...STRINGS,
}

/** Operators of MongoDB that this engine does not support and rejects by name. */
export const REFUSED_EXPRESSIONS: ReadonlySet<string> = new Set([
  ...['$function', '$accumulator', '$meta', '$sampleRate', '$rand', '$bitAnd', '$bitOr', '$bitXor', '$bitNot'],
  ...['$sin', '$cos', '$tan', '$asin', '$acos', '$atan', '$atan2', '$sinh', '$cosh', '$tanh', '$degreesToRadians'],
  ...['$dateFromParts', '$dateToParts', '$isoWeek', '$isoWeekYear', '$isoDayOfWeek', '$dateFromString', '$tsSecond'],
  ...['$radiansToDegrees', '$binarySize', '$bsonSize', '$toHashedIndexKey', '$tsIncrement', '$setField', '$unsetField'],
  ...['$regexFindAll', '$zip', '$sortArray', '$percentile', '$median', '$linearFill', '$locf', '$shift', '$rank'],
])
