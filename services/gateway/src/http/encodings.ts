export type Encoding = 'br' | 'gzip'

/** In order of preference. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip']

/** Returns the supported encoding that a request prefers; undefined if it accepts none of them. */
export function preferredEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined
  const weights = weightsOf(String(accepted).toLowerCase())
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  const [best] = [...ENCODINGS].sort((a, b) => weightOf(b) - weightOf(a))
  return best && weightOf(best) > 0 ? best : undefined
}

function weightsOf(accepted: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of accepted.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    if (name) weights.set(name, Number.isFinite(weight) ? weight : 0)
  }
  return weights
}
