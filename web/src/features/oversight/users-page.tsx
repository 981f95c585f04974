import type { ListedUser } from '@hissa/contracts/identity'
import { useState, type FormEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Form, TextField } from '../../ui/form.js'
import { PageHeader } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { EmptyState, Notice } from '../../ui/states.js'
import { DataTable, type Column } from '../../ui/table.js'
import { When } from '../../ui/when.js'
import { useListUsersQuery, useSearchUsersMutation } from './oversight-api.js'
import { refusalText } from './oversight.js'
import { ForOversight, Loaded, Pages, UserBadge } from './parts.js'

/** `/staff/users`: finds a user by address or id, and lists users, the latest to join first. */
export default function UsersPage() {
  return (
    <ForOversight title="oversight.users">
      <Users />
    </ForOversight>
  )
}

function Users() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const cursor = params.get('after') ?? undefined
  const query = useListUsersQuery(cursor, { refetchOnMountOrArgChange: true })
  return (
    <>
      <PageHeader dense title={t('oversight.users')} lead={t('oversight.usersText')} />
      <Search />
      <Loaded query={query}>
        {({ users, cursor: next }) => (
          <>
            <UserTable users={users} />
            <Pages
              isFirst={cursor === undefined}
              next={next}
              onPage={(after) => setParams(after === null ? {} : { after })}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

/** Opens the user whom an exact address or id finds. The address isn't in the page's address, which ends up in logs. */
function Search() {
  const t = useT()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [judged, setJudged] = useState(false)
  const [search, { data, error, isLoading, reset }] = useSearchUsersMutation()
  const tooShort = typed.trim().length < 3
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setJudged(true)
    if (tooShort || isLoading) return
    const [found] = (await search(typed.trim())).data?.users ?? []
    if (found) await navigate(pathOf(found.userId))
  }
  const change = (text: string) => {
    setTyped(text)
    setJudged(false)
    reset()
  }
  return (
    <div className="mb-6 flex flex-col gap-3">
      <Form onSubmit={(event) => void submit(event)} role="search" className="max-w-[560px] gap-2">
        <TextField
          label={t('oversight.search')}
          hint={t('oversight.searchHint')}
          value={typed}
          maxLength={254}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change(event.target.value)}
          error={judged && tooShort ? t('oversight.searchShort') : undefined}
        />
        <div>
          <Button type="submit" size="s" busyText={isLoading && t('oversight.searching')}>
            {t('oversight.find')}
          </Button>
        </div>
      </Form>
      {error !== undefined && <Notice tone="bad">{t(refusalText(error))}</Notice>}
      <p role="status">{data?.users.length === 0 && t('oversight.nobody')}</p>
    </div>
  )
}

const pathOf = (userId: string) => `/staff/users/${encodeURIComponent(userId)}`

function UserTable({ users }: { users: readonly ListedUser[] }) {
  const t = useT()
  if (users.length === 0) return <EmptyState title={t('oversight.noUsers')} text={t('oversight.noUsersText')} />
  const columns: Column<ListedUser>[] = [
    {
      key: 'user',
      header: t('oversight.column.user'),
      lead: true,
      cell: ({ userId, name, email }) => (
        <span className="inline-flex flex-col items-start">
          <TextLink
            to={pathOf(userId)}
            className="font-medium max-md:inline-flex max-md:min-h-11 max-md:min-w-11 max-md:items-center"
          >
            <bdi>{name || t('oversight.unnamed')}</bdi>
          </TextLink>
          <bdi dir="ltr" className="text-ink-2">
            {email}
          </bdi>
        </span>
      ),
    },
    {
      key: 'status',
      header: t('oversight.column.status'),
      cell: ({ userStatus }) => <UserBadge status={userStatus} />,
    },
    {
      key: 'verification',
      header: t('oversight.column.verification'),
      cell: ({ verification }) => t(`oversight.verification.${verification}`),
    },
    {
      key: 'roles',
      header: t('oversight.column.roles'),
      cell: ({ roles }) => roles.map((role) => t(`oversight.role.${role}`)).join(' · ') || t('oversight.noRole'),
    },
    { key: 'joined', header: t('oversight.column.joined'), cell: ({ joinedAt }) => <When at={joinedAt} /> },
  ]
  return (
    <DataTable dense caption={t('oversight.users')} columns={columns} rows={users} rowKey={(user) => user.userId} />
  )
}
