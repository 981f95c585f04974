/** Turns texts into vectors. The service that has a model implements it; without one, search is by words alone. */
export interface Embeddings {
  embed(texts: readonly string[]): Promise<number[][]>
}

/** Returns the ids of the vectors most similar to the query by cosine, best first; ties by id. */
export function nearestVectors(
  query: readonly number[],
  vectors: ReadonlyMap<string, readonly number[]>,
  limit: number,
): string[] {
  const scored = [...vectors].map(([id, vector]) => ({ id, score: cosine(query, vector) }))
  return scored
    .sort(byScore)
    .slice(0, limit)
    .map(({ id }) => id)
}

/** How little the first places of a ranking count more than later ones, as in Cormack et al., SIGIR 2009. */
const DAMPING = 60

/** Returns the ids of several rankings in one, by the sum of their reciprocal ranks; ties by id. */
export function fuseRankings(rankings: readonly (readonly string[])[], damping = DAMPING): string[] {
  const scores = new Map<string, number>()
  for (const ranking of rankings) {
    ranking.forEach((id, place) => scores.set(id, (scores.get(id) ?? 0) + 1 / (damping + place + 1)))
  }
  return [...scores]
    .map(([id, score]) => ({ id, score }))
    .sort(byScore)
    .map(({ id }) => id)
}

function cosine(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) throw new RangeError(`vectors of ${a.length} and ${b.length} values`)
  const dot = a.reduce((sum, value, at) => sum + value * b[at]!, 0)
  return dot / (Math.hypot(...a) * Math.hypot(...b) || 1)
}

const byScore = (a: { id: string; score: number }, b: { id: string; score: number }) =>
  b.score - a.score || (a.id < b.id ? -1 : 1)
