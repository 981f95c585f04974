import type { RegisterView } from '@hissa/contracts/investment'
import { Fragment, type ReactNode } from 'react'
import { useConfig } from '../../api/services.js'
import { Text, useT } from '../../i18n/i18n.js'
import { CopyButton } from '../../ui/chain-name.js'
import type { TokenOnPage } from './token-on-page.js'

const TOKENS_FILE = 'contracts.json'

/** Explains how to verify the register and the token without Hissa, with the commands to copy. */
export function Verify({ token, chain, register }: TokenOnPage & { register: RegisterView }) {
  const t = useT()
  const { publicUrl } = useConfig()
  const { address, property } = token
  const command = [
    `node books.mjs ${publicUrl.replace(/\/+$/, '')}`,
    `--sequence=${register.sequence}`,
    '--rpc=NODE',
    ...(address ? [`--tokens=${TOKENS_FILE}`] : []),
  ].join(' ')
  return (
    <section className="mt-8">
      <h3 className="text-18">{t('tokens.verify.title')}</h3>
      <p className="max-w-[68ch] pt-1 text-15 text-ink-2">
        <Text id="tokens.verify.text" components={{ file: <bdi dir="ltr" className="text-ink" /> }} />
      </p>
      <ol className="mt-3 flex flex-col gap-4">
        {address && (
          <Step text={t('tokens.verify.tokens', { file: TOKENS_FILE })}>
            <Code text={JSON.stringify({ [property.propertyId]: address })} label={t('tokens.verify.content')} />
          </Step>
        )}
        <Step text={t('tokens.verify.run', { chain: chain.name })}>
          <Code text={command} label={t('tokens.verify.command')} />
        </Step>
      </ol>
      <p className="mt-3 max-w-[68ch] text-13 text-ink-2">
        <Text id="tokens.verify.own" components={{ option: <bdi dir="ltr" className="text-ink" /> }} />
      </p>
    </section>
  )
}

function Step({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="text-15">
      <p className="max-w-[68ch] pb-2">{text}</p>
      {children}
    </li>
  )
}

/** Shows a line to type, broken between its words only, with a button that copies it. */
function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className="flex items-center gap-2 rounded-s border border-line bg-sunken ps-4 pe-3" dir="ltr">
      <code className="min-w-0 flex-1 py-3 text-13 wrap-anywhere">
        {text.split(' ').map((word, index) => (
          <Fragment key={word}>
            {index > 0 && ' '}
            <span className="inline-block max-w-full">{word}</span>
          </Fragment>
        ))}
      </code>
      <CopyButton text={text} label={label} />
    </div>
  )
}
