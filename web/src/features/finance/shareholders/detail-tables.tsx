import type {
  ChainView,
  FreezeView,
  ShareholderView,
  StaffRelocationView,
  WalletScreeningView,
} from '@hissa/contracts/tokenisation'
import { PropertyTitle } from '../../../api/property-title.js'
import { useLocale, useT } from '../../../i18n/i18n.js'
import { explorerPage } from '../../../lib/chain.js'
import { formatDate } from '../../../lib/format.js'
import { Button } from '../../../ui/button.js'
import { ChainName, IN_CELL } from '../../../ui/chain-name.js'
import { StatusBadge } from '../../../ui/status.js'
import { When } from '../../../ui/when.js'
import { DeskTable, type DeskColumn } from '../desk-table.js'
import { Section } from '../detail-section.js'
import { dubaiText } from '../parts.js'
import { MoveState } from './badges.js'
import type { DeskProps } from './shareholders-page.js'
import { FREEZE_TONES } from './shareholders.js'

type Props = DeskProps & { shareholder: ShareholderView }

/** The freezes, each with the proposal to lift it if that is possible. */
export function Freezes({ shareholder, decides, onTask }: Props) {
  const t = useT()
  const { userId, freezes, actions } = shareholder
  const columns: Array<DeskColumn<FreezeView>> = [
    {
      key: 'scope',
      header: t('shareholders.column.scope'),
      lead: true,
      text: ({ property }) => property?.title ?? t('shareholders.allProperties'),
      cell: ({ property }) => (property ? <PropertyTitle property={property} /> : t('shareholders.allProperties')),
    },
    {
      key: 'state',
      header: t('finance.column.state'),
      text: ({ state }) => t(`shareholders.freeze.${state}`),
      cell: ({ state }) => <StatusBadge tone={FREEZE_TONES[state]}>{t(`shareholders.freeze.${state}`)}</StatusBadge>,
    },
    {
      key: 'frozen',
      header: t('shareholders.column.frozenAt'),
      text: ({ frozenAt }) => dubaiText(frozenAt),
      cell: ({ frozenAt }) => <When at={frozenAt} />,
    },
    {
      key: 'lifted',
      header: t('shareholders.column.liftedAt'),
      text: ({ liftedAt }) => (liftedAt ? dubaiText(liftedAt) : '–'),
      cell: ({ liftedAt }) => (liftedAt ? <When at={liftedAt} /> : '–'),
    },
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      bare: true,
      cell: ({ freezeId }) => {
        const action = actions.find((one) => one.type === 'unfreeze' && one.freezeId === freezeId)
        if (!action || !decides) return null
        const open = () => onTask({ task: 'propose', userId, options: [action] })
        return (
          <span className="flex w-full md:justify-end">
            <Button size="s" kind="secondary" className="max-md:flex-1" onClick={open}>
              {t('shareholders.action.unfreeze')}
            </Button>
          </span>
        )
      },
    },
  ]
  return (
    <Section title={t('shareholders.freezes')} empty={t('shareholders.noFreezes')} rows={freezes}>
      {(caption, rows) => (
        <DeskTable {...{ caption, rows, columns }} rowKey={({ freezeId }) => freezeId} file="freezes" />
      )}
    </Section>
  )
}

/** The wallets that the investor uses or asked to use, with the latest comparison with sanctions lists. */
export function Wallets({ shareholder, chain }: { shareholder: ShareholderView; chain: ChainView }) {
  const t = useT()
  const locale = useLocale()
  const resultOf = ({ isListed, screenedAt }: WalletScreeningView) =>
    isListed ? 'listed' : screenedAt ? 'notListed' : 'notScreened'
  const tones = { listed: 'bad', notListed: 'good', notScreened: 'warn' } as const
  const columns: Array<DeskColumn<WalletScreeningView>> = [
    {
      key: 'address',
      header: t('shareholders.column.address'),
      lead: true,
      text: ({ address }) => address,
      cell: ({ address }) => <Address name={address} chain={chain} />,
    },
    {
      key: 'state',
      header: t('finance.column.state'),
      text: ({ state }) => t(`shareholders.wallet.${state}`),
    },
    {
      key: 'result',
      header: t('shareholders.column.sanctions'),
      text: (wallet) => t(`shareholders.${resultOf(wallet)}`),
      cell: (wallet) => (
        <StatusBadge tone={tones[resultOf(wallet)]}>{t(`shareholders.${resultOf(wallet)}`)}</StatusBadge>
      ),
    },
    {
      key: 'screened',
      header: t('shareholders.column.screenedAt'),
      text: ({ screenedAt }) => (screenedAt ? dubaiText(screenedAt) : '–'),
      cell: ({ screenedAt }) => (screenedAt ? <When at={screenedAt} /> : '–'),
    },
    {
      key: 'list',
      header: t('shareholders.column.listDate'),
      text: ({ listDate }) => (listDate ? formatDate(listDate, locale) : '–'),
    },
  ]
  return (
    <Section title={t('shareholders.wallets')} empty={t('shareholders.noWallets')} rows={shareholder.wallets}>
      {(caption, rows) => (
        <DeskTable {...{ caption, rows, columns }} rowKey={({ address }) => address} file="wallets" />
      )}
    </Section>
  )
}

function Address({ name, chain }: { name: string; chain: ChainView }) {
  const t = useT()
  return (
    <ChainName
      canCopy
      name={name}
      label={t('shareholders.copy.address')}
      href={explorerPage(chain, 'address', name)}
      className={IN_CELL}
    />
  )
}

/** The investor's requests and the moves of their shares, newest first. */
export function Moves({ shareholder, chain, ...props }: Props & { chain: ChainView }) {
  const t = useT()
  const address = (name: string) => <Address {...{ name, chain }} />
  const columns: Array<DeskColumn<StaffRelocationView>> = [
    {
      key: 'kind',
      header: t('shareholders.column.request'),
      lead: true,
      text: ({ kind }) => t(`shareholders.kind.${kind}`),
    },
    {
      key: 'state',
      header: t('finance.column.state'),
      text: ({ state }) => t(`shareholders.move.${state}`),
      cell: (move) => <MoveState move={move} />,
    },
    { key: 'from', header: t('shareholders.column.from'), text: ({ from }) => from, cell: ({ from }) => address(from) },
    { key: 'to', header: t('shareholders.column.to'), text: ({ to }) => to, cell: ({ to }) => address(to) },
    {
      key: 'requested',
      header: t('shareholders.column.requestedAt'),
      text: ({ requestedAt }) => dubaiText(requestedAt),
      cell: ({ requestedAt }) => <When at={requestedAt} />,
    },
    {
      key: 'actions',
      header: t('finance.column.actions'),
      end: true,
      bare: true,
      cell: (move) => <MoveActions {...{ move, shareholder }} {...props} />,
    },
  ]
  return (
    <Section title={t('shareholders.moves')} empty={t('shareholders.noMoves')} rows={shareholder.relocations}>
      {(caption, rows) => (
        <DeskTable {...{ caption, rows, columns }} rowKey={({ relocationId }) => relocationId} file="moves" />
      )}
    </Section>
  )
}

/** The buttons of a move, and how each looks. */
const MOVE_ACTIONS = [
  ['move', 'soft'],
  ['retry', 'soft'],
  ['cancel', 'secondary'],
] as const

/** Offers to propose the approval of a request, or to decline it; of a move that can't go on, to retry or cancel it. */
function MoveActions({ move, shareholder, decides, onTask }: Props & { move: StaffRelocationView }) {
  const t = useT()
  const { userId, actions, own } = shareholder
  const { relocationId, state, kind } = move
  if (!decides || own || (state !== 'requested' && state !== 'moving')) return null
  const possible = actions.filter((one) => 'relocationId' in one && one.relocationId === relocationId)
  return (
    <span className="flex w-full flex-wrap gap-2 md:justify-end">
      {MOVE_ACTIONS.map(([type, look]) => {
        const action = possible.find((one) => one.type === type)
        return (
          action && (
            <Button
              key={type}
              size="s"
              kind={look}
              className="max-md:flex-1"
              onClick={() => onTask({ task: 'propose', userId, options: [action] })}
            >
              {t(`shareholders.action.${type}`)}
            </Button>
          )
        )
      })}
      {state === 'requested' && kind !== 'recovery' && (
        <Button
          size="s"
          kind="secondary"
          className="max-md:flex-1"
          onClick={() => onTask({ task: 'decline', userId, relocationId })}
        >
          {t('shareholders.action.decline')}
        </Button>
      )}
    </span>
  )
}
