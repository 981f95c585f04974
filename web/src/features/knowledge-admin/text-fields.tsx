import { useT } from '../../i18n/i18n.js'
import { CONTROL, Field, TextField } from '../../ui/form.js'
import { Card } from '../../ui/layout.js'
import type { TypedText } from './article-form.js'
import { DIRECTIONS, type ArticleLanguage } from './parts.js'

interface TextFieldsProps {
  language: ArticleLanguage
  typed: TypedText
  onChange: (part: Partial<TypedText>) => void
  errorOf: (fieldId: string) => string | undefined
}

/** The title, questions and text of an article in one language. */
export function TextFields({ language, typed, onChange, errorOf }: TextFieldsProps) {
  const t = useT()
  const control = { lang: language, dir: DIRECTIONS[language] }
  const area = (part: 'questions' | 'body', rows: number) => (
    <Field
      id={`article-${part}-${language}`}
      label={t(`knowledge.part.${part}`)}
      hint={t(`knowledge.hint.${part}`)}
      error={errorOf(`article-${part}-${language}`)}
    >
      {(ids) => (
        <textarea
          {...ids}
          {...control}
          rows={rows}
          value={typed[part]}
          onChange={(event) => onChange({ [part]: event.target.value })}
          className={`${CONTROL} py-2.5`}
        />
      )}
    </Field>
  )
  return (
    <Card className="flex min-w-0 flex-col gap-4 p-5" role="group" aria-label={t(`knowledge.language.${language}`)}>
      <h3 className="text-15 font-medium tracking-normal">{t(`knowledge.language.${language}`)}</h3>
      <TextField
        id={`article-title-${language}`}
        label={t('knowledge.part.title')}
        {...control}
        value={typed.title}
        onChange={(event) => onChange({ title: event.target.value })}
        error={errorOf(`article-title-${language}`)}
      />
      {area('questions', 6)}
      {area('body', 14)}
    </Card>
  )
}
