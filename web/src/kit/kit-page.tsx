import { fils, units } from '@hissa/money'
import { useState, type ReactNode } from 'react'
import { showToast } from '../lib/toast.js'
import { Button, ButtonLink, IconButton } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Checkbox, ErrorSummary, Form, Select, TextField } from '../ui/form.js'
import { Icon } from '../ui/icons.js'
import { Card, DefinitionList, PageHeader, Stepper } from '../ui/layout.js'
import { TextLink } from '../ui/link.js'
import { MoneyField } from '../ui/money-field.js'
import { Money } from '../ui/money.js'
import { Progress } from '../ui/progress.js'
import { PropertyDrawing } from '../ui/property-drawing.js'
import { ShareGrid } from '../ui/share-grid.js'
import { EmptyState, ErrorState, Loading, Notice, Skeleton } from '../ui/states.js'
import { StatusBadge, Tag, type Tone } from '../ui/status.js'
import { DataTable } from '../ui/table.js'

const TONES: Tone[] = ['good', 'info', 'warn', 'bad', 'mine', 'neutral']
const ROWS = [
  { name: 'Marina Gate 2, 1904', taken: 10, mine: 3, fils: fils(1_021_200) },
  { name: 'Saadiyat Grove 12B', taken: 10, mine: 6, fils: fils(2_038_040) },
]

/** Shows every component in its states, for development. Left out of production builds. */
export default function KitPage() {
  return (
    <div className="frame pb-16">
      <PageHeader
        title="Kit"
        lead="Every component, in the theme and direction of the page"
        actions={<Button size="s">Action</Button>}
      />
      <div className="grid gap-10 lg:grid-cols-2">
        <Buttons />
        <Fields />
        <Amounts />
        <Shapes />
        <Facts />
      </div>
      <Tables />
    </div>
  )
}

function Amounts() {
  return (
    <Block title="Amounts">
      <p className="text-60 tracking-[-0.03em]">
        <Money fils={fils(4_861_240)} />
      </p>
      <p className="text-22">
        <Money fils={fils(-3_050)} /> · <Money fils={fils(200_000)} />
      </p>
      <p className="text-13">
        In a line: <Money fils={fils(1_041_240)} decimals={2} /> and <Money fils={fils(15_000)} />.
      </p>
    </Block>
  )
}

function Shapes() {
  return (
    <>
      <Block title="Share grid">
        {(['block', 'wide', 'strip', 'line'] as const).map((form) => (
          <ShareGrid
            key={form}
            form={form}
            unitsTotal={units(10_500)}
            unitsTaken={units(6_510)}
            unitsMine={units(600)}
            unitPriceFils={fils(10_000)}
            label={form}
          />
        ))}
      </Block>
      <Block title="Status">
        <p className="flex flex-wrap gap-2">
          {TONES.map((tone) => (
            <StatusBadge key={tone} tone={tone}>
              {tone}
            </StatusBadge>
          ))}
          <Tag>Tag</Tag>
        </p>
        <Stepper
          label="Steps"
          steps={[
            { label: 'Amount', state: 'done' },
            { label: 'Disclosures', state: 'current' },
            { label: 'Pay', state: 'ahead' },
          ]}
        />
      </Block>
    </>
  )
}

function Facts() {
  return (
    <>
      <Block title="Facts">
        <DefinitionList
          facts={[
            { term: 'Platform fee, 1.5%', value: <Money fils={fils(15_000)} /> },
            { term: 'Your stake in the company', value: '0.98%' },
          ]}
        />
      </Block>
      <Block title="Notices">
        {(['info', 'good', 'warn', 'bad'] as const).map((tone) => (
          <Notice key={tone} tone={tone} title={`Notice, ${tone}`}>
            What happened and what to do.
          </Notice>
        ))}
      </Block>
      <Block title="Drawings">
        <div className="grid grid-cols-2 gap-3">
          {[1, 2, 6, 12].map((floors) => (
            <div key={floors} className="aspect-[4/3] overflow-hidden rounded-m border border-line">
              <PropertyDrawing
                drawing={{ floors, bays: 4 + (floors % 6), seed: floors * 77 }}
                shape="card"
                label={`${floors} floors`}
              />
            </div>
          ))}
        </div>
      </Block>
    </>
  )
}

function Tables() {
  return (
    <div className="mt-10 flex flex-col gap-8">
      <DataTable
        caption="Holdings"
        rows={ROWS}
        rowKey={(row) => row.name}
        columns={[
          { key: 'name', header: 'Property', cell: (row) => row.name },
          {
            key: 'grid',
            header: 'Your shares',
            cell: (row) => (
              <ShareGrid
                className="min-w-[160px] max-w-[200px]"
                form="line"
                unitsTotal={units(20)}
                unitsTaken={units(row.taken)}
                unitsMine={units(row.mine)}
                unitPriceFils={fils(1)}
                label={`${row.mine} of 20`}
              />
            ),
          },
          { key: 'value', header: 'Value', end: true, cell: (row) => <Money fils={row.fils} decimals={2} /> },
        ]}
      />
      <EmptyState title="Nothing here yet" text="What will be here, and one action." action={<Button>Begin</Button>} />
      <ErrorState
        title="Unable to Load"
        text="A sentence for people."
        reference="req-7f3a"
        action={<Button kind="secondary">Try Again</Button>}
      />
      <Loading label="Loading the kit">
        <Skeleton className="h-24" />
      </Loading>
    </div>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="flex flex-col gap-4 p-6">
      <h2 className="text-22">{title}</h2>
      {children}
    </Card>
  )
}

function Buttons() {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  return (
    <Block title="Buttons, dialog, toast">
      <p className="flex flex-wrap gap-3">
        <Button busyText={busy && 'Processing...'} onClick={() => setBusy(true)}>
          Primary
        </Button>
        <Button kind="secondary" onClick={() => setOpen(true)}>
          Dialog
        </Button>
        <Button
          kind="danger"
          onClick={() =>
            showToast({ kind: 'error', title: 'Sign In Failed', text: 'Invalid email or password. Please try again.' })
          }
        >
          Toast
        </Button>
        <Button kind="soft">Soft</Button>
        <Button kind="quiet" disabled>
          Quiet, off
        </Button>
        <ButtonLink to="/" size="s" kind="secondary">
          Link
        </ButtonLink>
        <IconButton label="Search">
          <Icon name="search" />
        </IconButton>
      </p>
      <Progress label="Refunds" value={120} max={300} />
      <p>
        A <TextLink to="/">link in text</TextLink> and a long button:
      </p>
      <Button size="l">Invest</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Cancel this order?"
        actions={
          <>
            <Button kind="secondary" onClick={() => setOpen(false)}>
              Keep it
            </Button>
            <Button kind="danger" onClick={() => setOpen(false)}>
              Cancel the order
            </Button>
          </>
        }
      >
        The full amount goes back to your card.
      </Dialog>
    </Block>
  )
}

function Fields() {
  const [amount, setAmount] = useState('10,000')
  return (
    <Block title="Fields">
      <Form>
        <ErrorSummary attempt={1} errors={[{ fieldId: 'kit-email', message: 'Please enter a valid email address' }]} />
        <TextField
          id="kit-email"
          label="Email"
          type="email"
          hint="Where the code goes"
          error="Please enter a valid email address"
          defaultValue="sara@"
        />
        <MoneyField label="Your investment" value={amount} onValue={setAmount} end="100 shares" />
        <Select label="Country">
          <option>United Arab Emirates</option>
        </Select>
        <Checkbox label="I understand that I can lose money" />
      </Form>
    </Block>
  )
}
