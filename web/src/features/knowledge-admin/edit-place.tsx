import type { Article } from '@hissa/contracts/chat'
import { useBusinessNow } from '../../api/business-clock.js'
import { useT } from '../../i18n/i18n.js'
import { ButtonLink } from '../../ui/button.js'
import { Icon } from '../../ui/icons.js'
import { ArticleEditor } from './article-editor.js'
import { formOf } from './article-form.js'
import { useGetArticleQuery, useGetArticleVersionQuery } from './knowledge-api.js'
import { Loaded } from './parts.js'
import { articlePath, placeOf, usePlace } from './place.js'

/** Where a draft is written: of an article, or of a new one without an id. */
export function EditPlace({ articleId }: { articleId: string | null }) {
  const t = useT()
  return (
    <section>
      <ButtonLink size="s" kind="quiet" className="-ms-3" to={articleId ? articlePath(articleId) : placeOf()}>
        <Icon name="arrow-back" size={16} />
        {t(articleId ? 'knowledge.backToArticle' : 'knowledge.back')}
      </ButtonLink>
      <h2 className="mt-1 mb-5 text-22">{t(articleId ? 'knowledge.editTitle' : 'knowledge.newTitle')}</h2>
      {articleId ? <Known articleId={articleId} /> : <New />}
    </section>
  )
}

function Known({ articleId }: { articleId: string }) {
  const query = useGetArticleQuery(articleId)
  return (
    <Loaded query={query}>
      {({ article }) => {
        const isRetired = !article.draft && !article.published && article.contentVersion > 1
        return isRetired ? <Retired article={article} /> : <Editor article={article} />
      }}
    </Loaded>
  )
}

/** A retired article begins with what was published before it was retired. */
function Retired({ article }: { article: Article }) {
  const { articleId, contentVersion } = article
  const query = useGetArticleVersionQuery({ articleId, contentVersion: contentVersion - 1 })
  return <Loaded query={query}>{({ content }) => <Editor article={{ ...article, draft: content }} />}</Loaded>
}

function Editor({ article }: { article: Article }) {
  const today = useToday()
  const { articleId, version, draft, published } = article
  const initial = formOf(draft ?? published, { articleId, version, today })
  return (
    <ArticleEditor initial={initial} currentVersion={version} isProposed={article.approvalId !== null} today={today} />
  )
}

function New() {
  const today = useToday()
  const { params } = usePlace()
  const question = params.get('question')
  const language = params.get('language') === 'ar' ? 'ar' : 'en'
  const initial = formOf(null, { articleId: '', version: 0, today }, question ? { question, language } : undefined)
  return <ArticleEditor key={question} initial={initial} currentVersion={0} isProposed={false} today={today} />
}

/** Returns today's date in UTC, as the server reads the date of a review. */
const useToday = () => new Date(useBusinessNow()()).toISOString().slice(0, 10)
