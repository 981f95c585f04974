import type { StaffAccount } from '@hissa/contracts/identity'
import { useState, type ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { useSession } from '../../api/services.js'
import { useT } from '../../i18n/i18n.js'
import { Button } from '../../ui/button.js'
import { Card, DefinitionList, PageHeader } from '../../ui/layout.js'
import { TextLink } from '../../ui/link.js'
import { Notice } from '../../ui/states.js'
import { Code } from '../../ui/code.js'
import { When } from '../../ui/when.js'
import { AccountDialog, type Act } from './account-dialog.js'
import { useGetAccountQuery } from './oversight-api.js'
import { ForOversight, Loaded, UserBadge } from './parts.js'

const LINK = 'max-md:inline-flex max-md:min-h-11 max-md:min-w-11 max-md:items-center'

/** `/staff/users/:userId`: an account with what staff did to it and noted about it. */
export default function UserPage() {
  return (
    <ForOversight title="oversight.user">
      <User userId={useParams()['userId']!} />
    </ForOversight>
  )
}

function User({ userId }: { userId: string }) {
  const t = useT()
  const query = useGetAccountQuery(userId, { refetchOnMountOrArgChange: true })
  const [act, setAct] = useState<Act | null>(null)
  return (
    <>
      <PageHeader dense title={query.currentData?.name || t('oversight.user')} lead={t('oversight.userText')} />
      <p className="mb-4">
        <TextLink to="/staff/users" className={LINK}>
          {t('oversight.allUsers')}
        </TextLink>
      </p>
      <Loaded query={query}>
        {(account) => (
          <div className="flex flex-col gap-8">
            <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
              <Card className="px-5 py-2">
                <Facts account={account} />
              </Card>
              <Card className="flex flex-col items-start gap-3 p-5">
                <h2 className="text-15 font-medium tracking-normal">{t('oversight.actions')}</h2>
                <Actions account={account} onAct={setAct} />
              </Card>
            </div>
            <Acts acts={account.acts} />
            <Notes notes={account.notes} onAdd={account.refusal === 'own_account' ? undefined : () => setAct('note')} />
          </div>
        )}
      </Loaded>
      {act && <AccountDialog act={act} userId={userId} onClose={() => setAct(null)} />}
    </>
  )
}

function Facts({ account }: { account: StaffAccount }) {
  const t = useT()
  const { email, phoneNumber, userStatus, roles, verification, joinedAt, openSessions, userId } = account
  return (
    <DefinitionList
      dense
      facts={[
        { term: t('oversight.column.status'), value: <UserBadge status={userStatus} /> },
        { term: t('oversight.email'), value: <Code text={email} /> },
        { term: t('oversight.phone'), value: phoneNumber ? <Code text={phoneNumber} /> : t('oversight.notStated') },
        { term: t('oversight.column.verification'), value: t(`oversight.verification.${verification}`) },
        {
          term: t('oversight.column.roles'),
          value: roles.map((role) => t(`oversight.role.${role}`)).join(' · ') || t('oversight.noRole'),
        },
        { term: t('oversight.column.joined'), value: <When at={joinedAt} /> },
        { term: t('oversight.sessions'), value: String(openSessions) },
        { term: t('oversight.userId'), value: <Code text={userId} /> },
      ]}
    />
  )
}

function Actions({ account, onAct }: { account: StaffAccount; onAct: (act: Act) => void }) {
  const t = useT()
  const { userId, caseId, suspended, suspendedByCaller, refusal, openSessions } = account
  const isCompliance = useSession()?.user.roles.includes('compliance') ?? false
  return (
    <>
      {refusal ? (
        <Notice tone="info">
          {t(refusal === 'own_account' ? 'oversight.refused.own' : 'oversight.refused.staff')}
        </Notice>
      ) : (
        <>
          {!suspended && (
            <Button kind="danger" size="s" onClick={() => onAct('suspend')}>
              {t('oversight.act.suspend')}
            </Button>
          )}
          {suspended && suspendedByCaller && <Notice tone="info">{t('oversight.refused.samePerson')}</Notice>}
          {suspended && !suspendedByCaller && (
            <Button size="s" onClick={() => onAct('reinstate')}>
              {t('oversight.act.reinstate')}
            </Button>
          )}
          {openSessions > 0 && (
            <Button kind="secondary" size="s" onClick={() => onAct('endSessions')}>
              {t('oversight.act.endSessions')}
            </Button>
          )}
        </>
      )}
      {isCompliance && (
        <>
          {caseId && (
            <TextLink to={`/staff/kyc/${encodeURIComponent(caseId)}?view=all`} className={LINK}>
              {t('oversight.openCase')}
            </TextLink>
          )}
          <TextLink to={`/staff/shareholders?user=${encodeURIComponent(userId)}`} className={LINK}>
            {t('oversight.freeze')}
          </TextLink>
        </>
      )}
      <TextLink to={`/staff/audit?subject=${encodeURIComponent(userId)}`} className={LINK}>
        {t('oversight.openAudit')}
      </TextLink>
    </>
  )
}

/** Lists entries with their time and author, or says that there are none. */
function Entries({ title, empty, rows, action }: EntriesProps) {
  const t = useT()
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-18">{title}</h2>
        {action}
      </div>
      {!rows?.length && <p className="mt-2 text-ink-2">{rows ? empty : t('oversight.notShown')}</p>}
      <ol className="mt-2">
        {rows?.map(({ key, at, author, content }) => (
          <li key={key} className="flex flex-wrap gap-x-4 border-t border-line py-2 last:border-b">
            <span className="w-44 shrink-0 text-ink-2 max-md:w-full">
              <When at={at} />
            </span>
            <span className="min-w-0 flex-1">{content}</span>
            <span className="text-ink-2">
              <bdi>{author}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface EntriesProps {
  title: string
  empty: string
  /** Null if they are not for the caller. */
  rows: readonly { key: string; at: string; author: string; content: ReactNode }[] | null
  action?: ReactNode
}

/** What an author is shown as: their name, otherwise the end of their id. */
const authorOf = ({ by, byName }: { by: string; byName: string | null }) => byName ?? by.slice(-8)

function Acts({ acts }: { acts: StaffAccount['acts'] }) {
  const t = useT()
  const rows =
    acts &&
    acts.map((act) => ({
      ...{ key: `${act.at} ${act.action}`, at: act.at, author: authorOf(act) },
      content: (
        <>
          {t(`oversight.done.${act.action}`)}
          {act.reasonCode && <> · {t(`oversight.reason.${act.reasonCode}`)}</>}
          {act.reason && (
            <span className="block wrap-anywhere text-ink-2">
              <bdi>{act.reason}</bdi>
            </span>
          )}
        </>
      ),
    }))
  return <Entries title={t('oversight.history')} empty={t('oversight.noHistory')} rows={rows} />
}

function Notes({ notes, onAdd }: { notes: StaffAccount['notes']; onAdd: (() => void) | undefined }) {
  const t = useT()
  const rows =
    notes &&
    notes.map((note) => ({
      ...{ key: note.noteId, at: note.at, author: authorOf(note) },
      content: (
        <span dir="auto" className="block whitespace-pre-wrap wrap-anywhere">
          {note.text}
        </span>
      ),
    }))
  const add = onAdd && (
    <Button kind="secondary" size="s" onClick={onAdd}>
      {t('oversight.act.note')}
    </Button>
  )
  return <Entries title={t('oversight.notes')} empty={t('oversight.noNotes')} rows={rows} action={add} />
}
