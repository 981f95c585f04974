import type { ListedArticle } from '@hissa/contracts/chat'

/** Groups of questions and the smallest number of times that a question of each was asked. */
const FREQUENCIES = { often: 10, sometimes: 3, rarely: 1 } as const
type Frequency = keyof typeof FREQUENCIES

/** Groups questions by how often they were asked, without empty groups. */
export function groupByFrequency<Q extends { count: number }>(
  questions: readonly Q[],
): { name: Frequency; questions: Q[] }[] {
  const names = Object.keys(FREQUENCIES) as Frequency[]
  const nameOf = ({ count }: Q) => names.find((name) => count >= FREQUENCIES[name])
  return names
    .map((name) => ({ name, questions: questions.filter((question) => nameOf(question) === name) }))
    .filter((group) => group.questions.length > 0)
}

/** Returns the articles with a bad rating, the largest share of bad ratings first. */
export function poorlyRated(articles: readonly ListedArticle[]): ListedArticle[] {
  const share = ({ ratings: { up, down } }: ListedArticle) => down / (up + down)
  return articles
    .filter(({ ratings }) => ratings.down > 0)
    .sort((a, b) => share(b) - share(a) || b.ratings.down - a.ratings.down)
}
