import { auditedServices, type AuditedService, type AuditRecord } from '@hissa/contracts/audit'
import { useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { DateField } from '../../ui/date-field.js'
import { Form, Select, TextField } from '../../ui/form.js'
import { PageHeader } from '../../ui/layout.js'
import { EmptyState, Notice } from '../../ui/states.js'
import { DataTable, type Column } from '../../ui/table.js'
import { Tag } from '../../ui/status.js'
import { Code } from '../../ui/code.js'
import { When } from '../../ui/when.js'
import { useListAuditQuery } from './oversight-api.js'
import { addressOf, FILTERS, isDay, requestOf, type AuditAddress } from './oversight.js'
import { ForOversight, Loaded, Pages } from './parts.js'
import { VerifyChains } from './verify-chains.js'

/** `/staff/audit`: the audit rows of all services, and the verification of their chains. */
export default function AuditPage() {
  return (
    <ForOversight title="oversight.audit">
      <Audit />
    </ForOversight>
  )
}

function Audit() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const address = addressOf(params)
  const cursor = params.get('after')
  const request = { ...requestOf(address), ...(cursor && { cursor }) }
  const query = useListAuditQuery(request, { refetchOnMountOrArgChange: true })
  const show = (change: Partial<AuditAddress> & { after?: string | null }) =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.delete('after')
      for (const [name, value] of Object.entries(change))
        if (value) next.set(name, value)
        else next.delete(name)
      return next
    })
  return (
    <>
      <PageHeader dense title={t('oversight.audit')} lead={t('oversight.auditText')} />
      <VerifyChains />
      <Filters key={FILTERS.map((name) => address[name]).join(' ')} address={address} onShow={show} />
      <Loaded query={query}>
        {(page) => (
          <>
            <LeftOut text="oversight.missing" tone="warn" services={page.missing} />
            <LeftOut text="oversight.withheld" tone="info" services={page.withheld} />
            <Rows rows={page.rows} onShow={show} />
            <Pages isFirst={!cursor} next={page.cursor} onPage={(after) => show({ after })} />
          </>
        )}
      </Loaded>
    </>
  )
}

interface LeftOutProps {
  text: 'oversight.missing' | 'oversight.withheld'
  tone: 'warn' | 'info'
  services: readonly AuditedService[]
}

/** Says which services' rows are not in the list. */
function LeftOut({ text, tone, services: leftOut }: LeftOutProps) {
  const t = useT()
  if (leftOut.length === 0) return null
  const services = leftOut.map((service) => t(`oversight.service.${service}`)).join(' · ')
  return (
    <div className="mb-4">
      <Notice tone={tone}>{t(text, { services })}</Notice>
    </div>
  )
}

interface FiltersProps {
  address: AuditAddress
  onShow: (change: Partial<AuditAddress>) => void
}

const EMPTY: AuditAddress = { service: '', actor: '', subject: '', action: '', from: '', until: '' }

function Filters({ address, onShow }: FiltersProps) {
  const t = useT()
  const [typed, setTyped] = useState(address)
  const [judged, setJudged] = useState(false)
  const set = (name: keyof AuditAddress, value: string) => setTyped((before) => ({ ...before, [name]: value }))
  const isWrong = (name: 'from' | 'until') => typed[name].replace(/-/g, '') !== '' && !isDay(typed[name])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (!isWrong('from') && !isWrong('until')) onShow(typed)
  }
  const text = (name: 'actor' | 'subject' | 'action') => (
    <TextField
      label={t(`oversight.filter.${name}`)}
      value={typed[name]}
      maxLength={name === 'action' ? 64 : 128}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => set(name, event.target.value)}
    />
  )
  const day = (name: 'from' | 'until') => (
    <DateField
      id={`audit-${name}`}
      label={t(`oversight.filter.${name}`)}
      value={typed[name]}
      onValue={(value) => set(name, value)}
      error={judged && isWrong(name) ? t('oversight.filter.wrongDay') : undefined}
    />
  )
  const isFiltered = FILTERS.some((name) => address[name] !== '')
  return (
    <Form onSubmit={submit} role="search" className="mb-6 gap-4">
      <div className="grid items-start gap-4 md:grid-cols-2 lg:grid-cols-3">
        <Select
          label={t('oversight.filter.service')}
          value={typed.service}
          onChange={(event) => set('service', event.target.value)}
        >
          <option value="">{t('oversight.filter.all')}</option>
          {auditedServices.map((service) => (
            <option key={service} value={service}>
              {t(`oversight.service.${service}`)}
            </option>
          ))}
        </Select>
        {text('subject')}
        {text('actor')}
        {text('action')}
        {day('from')}
        {day('until')}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="s">
          {t('oversight.filter.show')}
        </Button>
        {isFiltered && (
          <Button kind="secondary" size="s" onClick={() => onShow(EMPTY)}>
            {t('oversight.filter.clear')}
          </Button>
        )}
      </div>
    </Form>
  )
}

function Rows({ rows, onShow }: { rows: readonly AuditRecord[]; onShow: FiltersProps['onShow'] }) {
  const t = useT()
  if (rows.length === 0) return <EmptyState title={t('oversight.noRows')} text={t('oversight.noRowsText')} />
  const filterBy = (name: 'actor' | 'subject', id: string) => (
    <button
      type="button"
      title={t('oversight.filterBy')}
      className="text-start underline underline-offset-3 max-md:min-h-11 max-md:min-w-11"
      onClick={() => onShow({ [name]: id })}
    >
      <Code text={id.length > 12 ? `…${id.slice(-8)}` : id} />
    </button>
  )
  const columns: Column<AuditRecord>[] = [
    {
      key: 'action',
      header: t('oversight.column.action'),
      lead: true,
      cell: ({ action }) => (
        <span className="font-medium">
          <Code text={action} />
        </span>
      ),
    },
    { key: 'at', header: t('oversight.column.at'), cell: ({ at }) => <When at={at} /> },
    {
      key: 'service',
      header: t('oversight.filter.service'),
      cell: ({ service }) => <Tag>{t(`oversight.service.${service}`)}</Tag>,
    },
    { key: 'actor', header: t('oversight.filter.actor'), cell: ({ actor }) => filterBy('actor', actor) },
    {
      key: 'subject',
      header: t('oversight.filter.subject'),
      cell: ({ subject }) => (subject === null ? '–' : filterBy('subject', subject)),
    },
    { key: 'detail', header: t('oversight.column.detail'), cell: (row) => <Detail row={row} /> },
  ]
  return <DataTable dense caption={t('oversight.audit')} columns={columns} rows={rows} rowKey={({ id }) => id} />
}

/** Shows everything that the row's hash covers. */
function Detail({ row: { id, actor, roles, subject, detail, seq, hash } }: { row: AuditRecord }) {
  const t = useT()
  const content = JSON.stringify({ id, actor, roles, subject, detail, hash }, null, 2)
  return (
    <details className="min-w-0 max-w-full">
      <summary className="cursor-pointer max-md:inline-flex max-md:min-h-11 max-md:min-w-11 max-md:items-center">
        {seq === null ? t('oversight.unsealed') : <bdi dir="ltr">#{seq}</bdi>}
      </summary>
      <pre dir="ltr" className="mt-2 max-w-[420px] text-start text-12 whitespace-pre-wrap wrap-anywhere text-ink-2">
        {content}
      </pre>
    </details>
  )
}
