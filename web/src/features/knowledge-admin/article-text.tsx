import type { ArticleDraft, ArticleText } from '@hissa/contracts/chat'
import { useT } from '../../i18n/i18n.js'
import { Card } from '../../ui/layout.js'
import { StatusBadge } from '../../ui/status.js'
import { DIRECTIONS, LANGUAGES, type ArticleLanguage } from './parts.js'

interface ArticleTextsProps {
  content: ArticleDraft
  /** What it would replace; its parts that differ are marked. */
  replaces?: ArticleDraft | null | undefined
}

/** Shows an article as readers see it, in both languages side by side. */
export function ArticleTexts({ content, replaces }: ArticleTextsProps) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {LANGUAGES.map((language) => (
        <TextCard
          key={language}
          language={language}
          text={content.texts[language]}
          before={replaces === undefined || replaces === null ? undefined : replaces.texts[language]}
        />
      ))}
    </div>
  )
}

interface TextCardProps {
  language: ArticleLanguage
  text: ArticleText | null
  before: ArticleText | null | undefined
}

function TextCard({ language, text, before }: TextCardProps) {
  const t = useT()
  const isChanged = (part: keyof ArticleText) =>
    before !== undefined && JSON.stringify(before?.[part]) !== JSON.stringify(text?.[part])
  const changed = (['title', 'questions', 'body'] as const).filter(isChanged)
  return (
    <Card className="flex min-w-0 flex-col gap-3 p-5">
      <header className="flex flex-wrap items-center justify-between gap-2 text-ink-2">
        <span>{t(`knowledge.language.${language}`)}</span>
        {changed.length > 0 && (
          <StatusBadge tone="warn">
            {t('knowledge.changedParts', { parts: changed.map((part) => t(`knowledge.part.${part}`)).join(' · ') })}
          </StatusBadge>
        )}
      </header>
      {text ? (
        <div lang={language} dir={DIRECTIONS[language]} className="flex flex-col gap-3 break-words">
          <h3 className="text-18">{text.title}</h3>
          {text.body.split('\n\n').map((paragraph, index) => (
            <p key={index} className="max-w-[68ch] text-15">
              {paragraph}
            </p>
          ))}
          <ul className="flex list-disc flex-col gap-1 border-t border-line ps-5 pt-3 text-ink-2">
            {text.questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="text-ink-2">{t('knowledge.noText')}</p>
      )}
    </Card>
  )
}
