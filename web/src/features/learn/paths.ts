import type { LearningPath, LessonSummary } from '@hissa/contracts/chat'
import type { Learning, Progress } from './learn-api.js'

/** A path with its articles, and how much of it the user has read. */
export interface PathView extends Omit<LearningPath, 'articleIds'> {
  articles: (LessonSummary & { isRead: boolean })[]
  read: number
  /** The first article that isn't read; undefined after the last. */
  next: LessonSummary | undefined
  /** Right answers of the best attempt at the current version of the quiz. */
  correct: number | undefined
}

/** Joins the paths with the user's progress, which is undefined until it has loaded. */
export function pathsOf({ paths, articles }: Learning, progress: Progress | undefined): PathView[] {
  const byId = new Map(articles.map((article) => [article.articleId, article]))
  const readIds = new Set(progress?.read.map(({ articleId }) => articleId))
  return paths.map(({ articleIds, ...path }) => {
    const own = articleIds.flatMap((articleId) => {
      const article = byId.get(articleId)
      return article ? [{ ...article, isRead: readIds.has(articleId) }] : []
    })
    const best = progress?.quizzes.find(({ pathId, version }) => pathId === path.pathId && version === path.quizVersion)
    return {
      ...path,
      articles: own,
      read: own.filter(({ isRead }) => isRead).length,
      next: own.find(({ isRead }) => !isRead),
      correct: best?.correct,
    }
  })
}

export const lessonPath = (articleId: string) => `/knowledge-avenue/${articleId}`
export const quizPath = (pathId: string) => `/knowledge-avenue/quiz/${pathId}`
