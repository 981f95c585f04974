import type { ImportChange, ImportFault } from '@hissa/contracts/chat'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Notice } from '../../ui/states.js'
import { StatusBadge, type Tone } from '../../ui/status.js'
import { DataTable, type Column } from '../../ui/table.js'
import { Code } from '../../ui/code.js'
import type { ImportReport } from './knowledge-api.js'

const TONES: Record<ImportChange['effect'], Tone> = { new: 'good', changed: 'info', unchanged: 'neutral' }

interface ImportResultProps {
  report: ImportReport
  /** How many files were checked. */
  files: number
  isSaving: boolean
  onSave: () => void
}

/** Shows what an import would change, or its faults by file and line. Nothing is saved before the button is pressed. */
export function ImportResult({ report: { changes, faults }, files, isSaving, onSave }: ImportResultProps) {
  const t = useT()
  const drafts = changes.filter(({ effect }) => effect !== 'unchanged').length
  return (
    <div className="flex flex-col gap-4">
      <p role="status">{t('knowledge.checked', { files, drafts })}</p>
      {faults.length > 0 && (
        <>
          <Notice tone="bad" title={t('knowledge.faults', { count: faults.length })}>
            {t('knowledge.faultsText')}
          </Notice>
          <Faults faults={faults} />
        </>
      )}
      {changes.length > 0 && <Changes changes={changes} />}
      {faults.length === 0 && drafts > 0 && (
        <p>
          <Button onClick={onSave} busyText={isSaving && t('knowledge.saving')}>
            {t('knowledge.saveDrafts', { count: drafts })}
          </Button>
        </p>
      )}
    </div>
  )
}

function Faults({ faults }: { faults: readonly ImportFault[] }) {
  const t = useT()
  const columns: Column<ImportFault>[] = [
    { key: 'file', header: t('knowledge.column.file'), lead: true, cell: ({ file }) => <Code text={file} /> },
    { key: 'line', header: t('knowledge.column.line'), figures: true, cell: ({ line }) => line || '–' },
    {
      key: 'fault',
      header: t('knowledge.column.fault'),
      cell: ({ code, field }) => t(`knowledge.importFault.${code}`, { field: field ?? '' }),
    },
  ]
  return (
    <DataTable
      dense
      caption={t('knowledge.faults', { count: faults.length })}
      columns={columns}
      rows={faults}
      rowKey={({ file, line, code, field }) => `${file}:${line}:${code}:${field}`}
    />
  )
}

function Changes({ changes }: { changes: readonly ImportChange[] }) {
  const t = useT()
  const columns: Column<ImportChange>[] = [
    {
      key: 'article',
      header: t('knowledge.column.article'),
      lead: true,
      cell: ({ articleId }) => <Code text={articleId} />,
    },
    {
      key: 'effect',
      header: t('knowledge.column.effect'),
      cell: ({ effect, endsProposal }) => (
        <span className="inline-flex flex-wrap gap-2 max-md:justify-end">
          <StatusBadge tone={TONES[effect]}>{t(`knowledge.effect.${effect}`)}</StatusBadge>
          {endsProposal && effect !== 'unchanged' && (
            <StatusBadge tone="warn">{t('knowledge.effect.endsProposal')}</StatusBadge>
          )}
        </span>
      ),
    },
    {
      key: 'languages',
      header: t('knowledge.column.language'),
      cell: ({ languages }) =>
        languages.map((language) => t(`knowledge.language.${language === 'ar' ? 'ar' : 'en'}`)).join(' · ') || '–',
    },
    {
      key: 'parts',
      header: t('knowledge.column.changes'),
      cell: ({ parts }) => parts.map((part) => t(`knowledge.part.${part}`)).join(' · ') || '–',
    },
    {
      key: 'questions',
      header: t('knowledge.column.newQuestions'),
      figures: true,
      cell: ({ newQuestions }) => newQuestions,
    },
  ]
  return (
    <DataTable
      dense
      caption={t('knowledge.import')}
      columns={columns}
      rows={changes}
      rowKey={({ articleId }) => articleId}
    />
  )
}
