import { ArticleSection, type ArticleDraft } from '@hissa/contracts/chat'
import { useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { isApiError, isConnectionLost } from '../../api/problem.js'
import { useDraftText } from '../../api/use-draft.js'
import { useT } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Button } from '../../ui/button.js'
import { DateField } from '../../ui/date-field.js'
import { ErrorSummary, Form, Select, TextField } from '../../ui/form.js'
import { Card } from '../../ui/layout.js'
import { Notice } from '../../ui/states.js'
import { draftOf, faultsOf, type ArticleForm, type FormFault, type TypedText } from './article-form.js'
import { ArticleTexts } from './article-text.js'
import { useSaveArticleMutation } from './knowledge-api.js'
import { LANGUAGES } from './parts.js'
import { articlePath } from './place.js'
import { TextFields } from './text-fields.js'

interface ArticleEditorProps {
  initial: ArticleForm
  /** The version that is stored now; a later one than the form's is a colleague's. */
  currentVersion: number
  /** Whether saving ends a proposal. */
  isProposed: boolean
  today: string
}

/** Edits a draft in both languages. What is typed is kept through a reload until it is saved or discarded. */
export function ArticleEditor({ initial, currentVersion, isProposed, today }: ArticleEditorProps) {
  const t = useT()
  const editor = useEditor(initial, today)
  const { form, faults, attempt, change } = editor
  const [isPreviewing, setPreviewing] = useState(false)
  const errorOf = (fieldId: string) => messageOf(faults, fieldId, t)
  const isBehind = form.version < currentVersion || editor.isConflict
  return (
    <Form onSubmit={(event) => void editor.save(event)} className="gap-5">
      <ErrorSummary
        attempt={attempt}
        errors={faults.map(({ fieldId, text, language }) => ({
          fieldId,
          message: language ? `${t(`knowledge.language.${language}`)}: ${t(text)}` : t(text),
        }))}
      />
      {isBehind && (
        <Conflict
          onTheirs={editor.discard}
          onMine={() => change({ version: Math.max(currentVersion, form.version) })}
          isLoaded={form.version < currentVersion}
        />
      )}
      {editor.refusal && <Notice tone="bad">{editor.refusal}</Notice>}
      {isProposed && <Notice tone="warn">{t('knowledge.endsProposal')}</Notice>}
      <About form={form} isNew={initial.articleId === ''} onChange={change} errorOf={errorOf} />
      {isPreviewing ? (
        <ArticleTexts content={draftOf(form)} />
      ) : (
        <Texts form={form} onChange={change} errorOf={errorOf} />
      )}
      <Bar editor={editor} isPreviewing={isPreviewing} onPreview={() => setPreviewing(!isPreviewing)} />
    </Form>
  )
}

interface TextsProps {
  form: ArticleForm
  onChange: (part: Partial<ArticleForm>) => void
  errorOf: (fieldId: string) => string | undefined
}

/** The id, section and review date, which both languages share. */
function About({ form, isNew, onChange, errorOf }: TextsProps & { isNew: boolean }) {
  const t = useT()
  return (
    <Card className="grid items-start gap-4 p-5 md:grid-cols-3">
      <TextField
        id="article-id"
        label={t('knowledge.column.id')}
        hint={t('knowledge.idHint')}
        required
        dir="ltr"
        maxLength={64}
        disabled={!isNew}
        value={form.articleId}
        onChange={(event) => onChange({ articleId: event.target.value })}
        error={errorOf('article-id')}
      />
      <Select
        id="article-section"
        label={t('knowledge.column.section')}
        hint={t('knowledge.sectionHint')}
        required
        value={form.section}
        onChange={(event) => onChange({ section: event.target.value as ArticleForm['section'] })}
        error={errorOf('article-section')}
      >
        <option value="">{t('knowledge.choose')}</option>
        {ArticleSection.options.map((section) => (
          <option key={section} value={section}>
            {t(`knowledge.section.${section}`)}
          </option>
        ))}
      </Select>
      <DateField
        id="article-reviewed"
        label={t('knowledge.reviewed')}
        hint={t('knowledge.reviewedHint')}
        value={form.reviewedAt}
        onValue={(reviewedAt) => onChange({ reviewedAt })}
        error={errorOf('article-reviewed')}
      />
    </Card>
  )
}

function Texts({ form, onChange, errorOf }: TextsProps) {
  const change = (language: 'en' | 'ar', part: Partial<TypedText>) =>
    onChange({ texts: { ...form.texts, [language]: { ...form.texts[language], ...part } } })
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {LANGUAGES.map((language) => (
        <TextFields
          key={language}
          language={language}
          typed={form.texts[language]}
          onChange={(part) => change(language, part)}
          errorOf={errorOf}
        />
      ))}
    </div>
  )
}

/** The form's actions, which stay in view. */
function Bar({ editor, isPreviewing, onPreview }: { editor: Editor; isPreviewing: boolean; onPreview: () => void }) {
  const t = useT()
  return (
    <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-3 border-t border-line bg-ground px-1 py-3">
      <Button type="submit" busyText={editor.isSaving && t('knowledge.saving')} className="max-md:flex-1">
        {t('knowledge.save')}
      </Button>
      <Button kind="secondary" aria-pressed={isPreviewing} onClick={onPreview} className="max-md:flex-1">
        {t(isPreviewing ? 'knowledge.backToText' : 'knowledge.preview')}
      </Button>
      {editor.isTyped && (
        <Button kind="quiet" onClick={editor.discard} className="max-md:flex-1">
          {t('knowledge.discard')}
        </Button>
      )}
    </div>
  )
}

interface ConflictProps {
  onTheirs: () => void
  onMine: () => void
  /** Whether the colleague's version has been fetched, so that it can be replaced. */
  isLoaded: boolean
}

function Conflict({ onTheirs, onMine, isLoaded }: ConflictProps) {
  const t = useT()
  return (
    <Notice tone="warn" title={t('knowledge.conflict')}>
      <p>{t('knowledge.conflictText')}</p>
      {isLoaded && (
        <p className="mt-3 flex flex-wrap gap-2">
          <Button size="s" kind="secondary" onClick={onTheirs}>
            {t('knowledge.takeTheirs')}
          </Button>
          <Button size="s" kind="secondary" onClick={onMine}>
            {t('knowledge.keepMine')}
          </Button>
        </p>
      )}
    </Notice>
  )
}

type Editor = ReturnType<typeof useEditor>

/** Holds what is typed, checks it, and saves it. */
function useEditor(initial: ArticleForm, today: string) {
  const t = useT()
  const navigate = useNavigate()
  const [typed, setTyped, dropTyped] = useDraftText(`knowledge.draft.${initial.articleId}`)
  const [attempt, setAttempt] = useState(0)
  const [run, { isLoading, error, reset }] = useSaveArticleMutation()
  const form = typed ? (JSON.parse(typed) as ArticleForm) : initial
  const faults = attempt > 0 ? faultsOf(form, today) : []
  const isConflict = isApiError(error) && error.code === 'VERSION_CONFLICT'
  const change = (part: Partial<ArticleForm>) => {
    if (isConflict) reset()
    setTyped(JSON.stringify({ ...form, ...part }))
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (isLoading || faultsOf(form, today).length > 0) return
    const content: ArticleDraft = draftOf(form)
    const result = await run({ articleId: form.articleId, version: form.version, content })
    if ('error' in result) return
    dropTyped()
    showToast({ kind: 'success', text: t('knowledge.saved') })
    await navigate(articlePath(form.articleId))
  }
  const refusal =
    error === undefined || isConflict ? null : t(isConnectionLost(error) ? 'ui.connectionLost' : 'knowledge.saveFailed')
  return {
    ...{ form, faults, attempt, change, save, isConflict, refusal },
    ...{ isSaving: isLoading, isTyped: typed !== '', discard: () => (reset(), setAttempt(0), setTyped('')) },
  }
}

function messageOf(faults: readonly FormFault[], fieldId: string, t: ReturnType<typeof useT>): string | undefined {
  const fault = faults.find((each) => each.fieldId === fieldId)
  return fault && t(fault.text)
}
