import {
  bytesOf,
  IMPORT_CSV_COLUMNS,
  IMPORT_MOST_BYTES,
  IMPORT_MOST_FILES,
  type ImportFile,
} from '@hissa/contracts/chat'
import { useId, useState, type ChangeEvent } from 'react'
import { isApiError, isConnectionLost } from '../../api/problem.js'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { showToast } from '../../lib/toast.js'
import { Card } from '../../ui/layout.js'
import { EmptyState, Loading, Notice } from '../../ui/states.js'
import { ImportResult } from './import-result.js'
import { useApplyImportMutation, useCheckImportMutation } from './knowledge-api.js'
import { Section } from './parts.js'

const KB = 1_000

/** Chooses files, shows what they would change, and saves the drafts. */
export function ImportTab() {
  const t = useT()
  const flow = useImport()
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_340px]">
      <Section title={t('knowledge.import')} text={t('knowledge.importText')}>
        <div className="flex flex-wrap gap-3">
          <Picker label={t('knowledge.chooseFiles')} onFiles={flow.choose} />
          <Picker label={t('knowledge.chooseFolder')} folder onFiles={flow.choose} />
        </div>
        {flow.fault && (
          <Notice tone="bad">{t(flow.fault, { kilobytes: IMPORT_MOST_BYTES / KB, files: IMPORT_MOST_FILES })}</Notice>
        )}
        {flow.isChecking && <Loading label={t('knowledge.checking')} />}
        {flow.report && !flow.isChecking && (
          <ImportResult
            report={flow.report}
            files={flow.files.length}
            isSaving={flow.isSaving}
            onSave={() => void flow.save()}
          />
        )}
        {flow.saved && <Notice tone="good">{t('knowledge.importSaved', { count: flow.saved.length })}</Notice>}
        {flow.files.length === 0 && !flow.fault && !flow.saved && (
          <EmptyState title={t('knowledge.importEmpty')} text={t('knowledge.importEmptyText')} />
        )}
      </Section>
      <Format />
    </div>
  )
}

/** Opens the browser's choice of files, or of a folder with everything in it. */
function Picker({
  label,
  folder = false,
  onFiles,
}: {
  label: string
  folder?: boolean
  onFiles: (files: File[]) => void
}) {
  const id = useId()
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(event.target.files ?? [])])
    // The same files can be chosen again after they were changed.
    event.target.value = ''
  }
  return (
    <>
      <label
        htmlFor={id}
        className="inline-flex min-h-11 cursor-pointer items-center rounded-s border border-line-strong px-5 text-15 font-medium text-ink focus-within:outline-2 hover:bg-sunken"
      >
        {label}
        <input
          id={id}
          type="file"
          multiple
          accept=".md,.csv"
          className="sr-only"
          onChange={change}
          {...(folder && { webkitdirectory: '' })}
        />
      </label>
    </>
  )
}

/** Explains the files. */
function Format() {
  const t = useT()
  return (
    <Card className="flex flex-col gap-4 p-5">
      <h2 className="text-15 font-medium tracking-normal">{t('knowledge.format')}</h2>
      <div className="flex flex-col gap-2">
        <p>{t('knowledge.formatMarkdown')}</p>
        <Sample text={MARKDOWN} />
      </div>
      <div className="flex flex-col gap-2">
        <p>{t('knowledge.formatCsv')}</p>
        <Sample text={CSV} />
      </div>
      <p className="text-ink-2">
        {t('knowledge.formatLimit', { kilobytes: IMPORT_MOST_BYTES / KB, files: IMPORT_MOST_FILES })}
      </p>
    </Card>
  )
}

const Sample = ({ text }: { text: string }) => (
  <pre dir="ltr" lang="en" tabIndex={0} className="overflow-x-auto rounded-s bg-sunken p-3 text-12 leading-5 text-ink">
    {text}
  </pre>
)

const MARKDOWN = `en/gifts.md

---
title: Gifts
section: help
reviewedAt: 2026-11-23
questions:
  - Can I give shares away?
---

Shares can’t be given away yet.`
const CSV = `${IMPORT_CSV_COLUMNS.join(',')}
fees,en,Is there a yearly fee?`

const REFUSALS: Record<string, MessageId> = {
  VERSION_CONFLICT: 'knowledge.importConflict',
  VALIDATION_FAILED: 'knowledge.importInvalid',
}

/** Holds the chosen files, the report of their check, and the outcome. */
function useImport() {
  const t = useT()
  const [files, setFiles] = useState<ImportFile[]>([])
  const [localFault, setLocalFault] = useState<MessageId | null>(null)
  const [check, checked] = useCheckImportMutation()
  const [apply, applied] = useApplyImportMutation()
  const error = applied.error ?? checked.error
  const choose = async (chosen: File[]) => {
    const own = chosen.filter(({ name }) => /\.(md|csv)$/i.test(name))
    const read = await Promise.all(
      own.map(async (file) => ({ name: file.webkitRelativePath || file.name, text: await file.text() })),
    )
    applied.reset()
    checked.reset()
    const fault = faultOf(read, chosen.length)
    setLocalFault(fault)
    setFiles(fault ? [] : read)
    if (!fault && read.length > 0) await check({ files: read })
  }
  const save = async () => {
    const changes = checked.data?.changes ?? []
    const versions = changes.map(({ articleId, version }) => ({ articleId, version }))
    const result = await apply({ files, versions })
    if ('error' in result) return
    checked.reset()
    setFiles([])
    showToast({ kind: 'success', text: t('knowledge.importSaved', { count: result.data.saved.length }) })
  }
  return {
    ...{ files, save, choose: (chosen: File[]) => void choose(chosen) },
    ...{ isChecking: checked.isLoading, isSaving: applied.isLoading, report: checked.data, saved: applied.data?.saved },
    fault: localFault ?? refusalOf(error),
  }
}

function faultOf(files: readonly ImportFile[], chosen: number): MessageId | null {
  if (chosen > 0 && files.length === 0) return 'knowledge.importNone'
  if (files.length > IMPORT_MOST_FILES) return 'knowledge.importMany'
  return bytesOf(files.map(({ text }) => text)) > IMPORT_MOST_BYTES ? 'knowledge.importLarge' : null
}

function refusalOf(error: unknown): MessageId | null {
  if (error === undefined) return null
  if (isConnectionLost(error)) return 'ui.connectionLost'
  return (isApiError(error) && REFUSALS[error.code]) || 'knowledge.importFailed'
}
