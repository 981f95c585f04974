import type { ShareholderRow, ShareholdersView } from '@hissa/contracts/tokenisation'
import { useState, type FormEvent } from 'react'
import { useT } from '../../../i18n/i18n.js'
import { Button } from '../../../ui/button.js'
import { ChainName, IN_CELL } from '../../../ui/chain-name.js'
import { Form, TextField } from '../../../ui/form.js'
import type { DeskColumn } from '../desk-table.js'
import { FINANCE_KEYS } from '../finance-keys.js'
import { PagedList } from '../paged-list.js'
import { POLLING } from '../parts.js'
import { Person, usePersonName } from '../people.js'
import { useReadOnce } from '../read-all.js'
import { usePage } from '../use-page.js'
import { MoveState, ShareholderBadges } from './badges.js'
import { endpoints, useListShareholdersQuery } from './shareholders-api.js'

/** Shareholders of a view, or those that match the search of the address. */
export function ShareholderList({ view }: { view: ShareholdersView }) {
  const t = useT()
  const { params, after, set } = usePage()
  const q = params.get('q')
  // A search finds shareholders of every view.
  const query = q ? { view: 'all' as const, q } : { view }
  const list = useListShareholdersQuery({ ...query, ...after }, POLLING)
  const once = useReadOnce()
  const columns = useColumns()
  const rows = list.data?.shareholders ?? []
  const title = t(`shareholders.section.${view}`)
  return (
    <PagedList
      title={title}
      list={list}
      filters={<Search key={q} />}
      empty={{
        title: t(q ? 'shareholders.empty.search' : `shareholders.empty.${view}`),
        text: t(q ? 'shareholders.emptyText.search' : `shareholders.emptyText.${view}`),
        action:
          q || view !== 'all' ? [t('finance.showAll'), () => set({ view: 'all', q: null, after: null })] : undefined,
      }}
      columns={columns}
      rows={rows}
      rowKey={({ userId }) => userId}
      onOpen={({ userId }) => set({ user: userId, after: null })}
      file="shareholders"
      read={async (page) => {
        const { shareholders, cursor } = await once(endpoints.listShareholders, { ...query, ...page })
        return { rows: shareholders, cursor }
      }}
    />
  )
}

function Search() {
  const t = useT()
  const { params, set } = usePage()
  const [text, setText] = useState(params.get('q') ?? '')
  const search = (event: FormEvent) => {
    event.preventDefault()
    set({ q: text.trim(), after: null })
  }
  return (
    <Form onSubmit={search} className="w-full flex-row! items-end gap-2! md:w-auto" role="search">
      <TextField
        className="min-w-0 flex-1 md:w-112"
        label={t('shareholders.search')}
        hint={t('shareholders.searchHint')}
        type="search"
        dir="ltr"
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        data-search
        aria-keyshortcuts={FINANCE_KEYS.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" className="min-h-12!">
        {t('finance.searchAction')}
      </Button>
    </Form>
  )
}

function useColumns(): Array<DeskColumn<ShareholderRow>> {
  const t = useT()
  const { set } = usePage()
  const nameOf = usePersonName()
  return [
    {
      key: 'user',
      header: t('shareholders.column.user'),
      lead: true,
      text: ({ userId }) => nameOf(userId),
      person: ({ userId }) => userId,
      cell: ({ userId }) => (
        <button
          type="button"
          className="min-h-9 text-start underline decoration-line-strong underline-offset-3 hover:decoration-ink max-md:min-h-11"
          onClick={() => set({ user: userId, after: null })}
        >
          <Person id={userId} />
        </button>
      ),
    },
    {
      key: 'address',
      header: t('shareholders.column.address'),
      text: ({ address }) => address,
      cell: ({ address }) => (
        <ChainName canCopy name={address} label={t('shareholders.copy.address')} className={IN_CELL} />
      ),
    },
    {
      key: 'state',
      header: t('finance.column.state'),
      text: ({ isCustodial, isFrozen }) =>
        [t(isCustodial ? 'shareholders.custody' : 'shareholders.ownWallet'), isFrozen && t('shareholders.frozen')]
          .filter(Boolean)
          .join(' · '),
      cell: (row) => (
        <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
          <ShareholderBadges shareholder={row} />
        </span>
      ),
    },
    {
      key: 'request',
      header: t('shareholders.column.request'),
      text: ({ relocation }) =>
        relocation
          ? `${t(`shareholders.kind.${relocation.kind}`)} · ${t(`shareholders.move.${relocation.state}`)}`
          : '–',
      cell: ({ relocation }) =>
        relocation ? (
          <span className="inline-flex flex-col gap-1 max-md:items-end">
            <span>{t(`shareholders.kind.${relocation.kind}`)}</span>
            <MoveState move={relocation} />
          </span>
        ) : (
          '–'
        ),
    },
    {
      key: 'pending',
      header: t('shareholders.column.pending'),
      figures: true,
      text: ({ pending }) => String(pending),
      order: ({ pending }) => pending,
    },
  ]
}
