import {
  INCOME_IMPORT_COLUMNS,
  INCOME_IMPORT_ROWS,
  IncomeRowFault,
  UPLOAD_LIMIT_BYTES,
} from '@hissa/contracts/investment'
import { useState } from 'react'
import { isApiError } from '../../../api/problem.js'
import { useT } from '../../../i18n/i18n.js'
import { csvOf } from '../../../lib/csv.js'
import { saveFile } from '../../../lib/save-file.js'
import { showToast } from '../../../lib/toast.js'
import { Button } from '../../../ui/button.js'
import { Dialog } from '../../../ui/dialog.js'
import { FileInput } from '../../../ui/file-input.js'
import { Field } from '../../../ui/form.js'
import { Icon } from '../../../ui/icons.js'
import { Notice } from '../../../ui/states.js'
import { DataTable } from '../../../ui/table.js'
import { Code } from '../code.js'
import { useImportIncomeEntriesMutation } from './rent-api.js'
import { useRentRefusal } from './rent.js'

/** Records the rows of a CSV file, all or none, and reports each wrong row. */
export function ImportDialog({ propertyId, onClose }: { propertyId: string; onClose: () => void }) {
  const t = useT()
  const refusal = useRentRefusal()
  const [send, { isLoading, error, reset }] = useImportIncomeEntriesMutation()
  const [file, setFile] = useState<File>()
  const [fault, setFault] = useState<string>()
  const choose = (chosen: File | undefined) => {
    reset()
    setFile(chosen)
    setFault(chosen && chosen.size > UPLOAD_LIMIT_BYTES ? t('rent.document.large') : undefined)
  }
  const run = async () => {
    if (!file) return setFault(t('rent.missing.file'))
    if (fault) return
    const { data } = await send({ propertyId, file })
    if (!data) return
    showToast({ kind: 'success', text: t('rent.done.import', { count: data.count }) })
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rent.action.import')}
      actions={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('finance.cancel')}
          </Button>
          <Button busyText={isLoading && t('finance.sending')} onClick={() => void run()}>
            {t('rent.action.import')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error !== undefined && <Notice tone="bad">{refusal(error)}</Notice>}
        <Faults error={error} />
        <p className="text-13">{t('rent.explain.import', { count: INCOME_IMPORT_ROWS })}</p>
        <p className="text-13">
          <Code text={INCOME_IMPORT_COLUMNS.join(', ')} />
        </p>
        <Button
          size="s"
          kind="quiet"
          className="-ms-3 self-start"
          onClick={() => saveFile('income-template.csv', csvOf(INCOME_IMPORT_COLUMNS, []), 'text/csv')}
        >
          <Icon name="download" size={16} />
          {t('rent.template')}
        </Button>
        <Field label={t('rent.field.file')} error={fault}>
          {(ids) => <FileInput {...ids} accept="text/csv,.csv" disabled={isLoading} onFile={choose} />}
        </Field>
      </div>
    </Dialog>
  )
}

/** Lists the wrong rows of a refused file. */
function Faults({ error }: { error: unknown }) {
  const t = useT()
  const rows = isApiError(error) && error.code === 'INCOME_FILE_REFUSED' ? error.problem['rows'] : undefined
  const faults = (Array.isArray(rows) ? rows : []).flatMap((row) => {
    const fault = IncomeRowFault.safeParse(row)
    return fault.success ? [fault.data] : []
  })
  if (faults.length === 0) return null
  return (
    <DataTable
      dense
      caption={t('rent.file.faults')}
      rows={faults}
      rowKey={({ row, column, why }) => `${row}${column ?? ''}${why}`}
      columns={[
        {
          key: 'row',
          header: t('rent.column.row'),
          lead: true,
          cell: ({ row }) => t('rent.file.row', { row: String(row) }),
        },
        {
          key: 'column',
          header: t('rent.column.column'),
          cell: ({ column }) => (column ? <Code text={column} /> : '–'),
        },
        { key: 'why', header: t('rent.column.why'), cell: ({ why }) => t(`rent.fault.${why}`) },
      ]}
    />
  )
}
