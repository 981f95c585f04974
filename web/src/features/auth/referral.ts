import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { dropDraft, readDraft, writeDraft } from '../../lib/draft.js'

const KEY = 'referral.visitor'

/**
 * Returns the referral code of this page's address (`?ref=`). It is stored in this tab, so that it survives a look at
 * other pages. Only the server knows whether it is anyone's.
 */
export function useReferralCode(): string | undefined {
  const [params] = useSearchParams()
  const given = params.get('ref')?.trim().toUpperCase()
  const code = given && /^[A-Z0-9]{10}$/.test(given) ? given : undefined
  useEffect(() => {
    if (code) writeDraft(KEY, { code })
  }, [code])
  return code ?? readDraft<{ code: string }>(KEY).code
}

/** Forgets the code once an account was created with it. */
export const forgetReferralCode = () => dropDraft(KEY)
