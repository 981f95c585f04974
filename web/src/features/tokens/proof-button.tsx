import { useState } from 'react'
import { isConnectionLost } from '../../api/problem.js'
import { useT, type MessageId } from '../../i18n/i18n.js'
import { log } from '../../lib/log.js'
import { saveFile } from '../../lib/save-file.js'
import { Button } from '../../ui/button.js'
import { Notice } from '../../ui/states.js'
import { useLazyGetRegisterProofQuery, type OwnProof } from './tokens-api.js'

/** The most responses that are read: 50 entries each, and an investor has one entry for each property. */
const MOST_PAGES = 100

/** Saves the user's own entries and cash of a register with their proofs. Says so if the register has none. */
export function ProofButton({ sequence }: { sequence: number }) {
  const t = useT()
  const readProof = useReadProof(sequence)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<MessageId>()
  const download = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      const proof = await readProof()
      if (proof.entries.length === 0 && !proof.cash?.entries.length) return setProblem('tokens.proof.none')
      saveFile(`hissa-register-${sequence}-proof.json`, JSON.stringify(proof, null, 2), 'application/json')
    } catch (error) {
      log('warn', 'A proof could not be loaded', error)
      setProblem(isConnectionLost(error) ? 'ui.offline' : 'tokens.proof.error')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button kind="secondary" busyText={busy && t('ui.loading')} onClick={() => void download()}>
        {t('tokens.register.proof')}
      </Button>
      <div role="status" className="basis-full empty:hidden">
        {problem && <Notice tone={problem === 'tokens.proof.none' ? 'info' : 'warn'}>{t(problem)}</Notice>}
      </div>
    </>
  )
}

/** Returns a function that reads all pages of the user's proof. Errors: ApiError. */
function useReadProof(sequence: number): () => Promise<OwnProof> {
  const [read] = useLazyGetRegisterProofQuery()
  return async () => {
    const { register, entries, cash, ...first } = await read({ sequence }).unwrap()
    const all = [...entries]
    let { cursor } = first
    for (let page = 1; cursor && page < MOST_PAGES; page += 1) {
      const next = await read({ sequence, cursor }).unwrap()
      all.push(...next.entries)
      cursor = next.cursor
    }
    return { register, entries: all, ...(cash ? { cash } : {}) }
  }
}
