import { afterEach, expect, it } from '@jest/globals'
import { screen } from '@testing-library/react'
import { fakeApi, renderRoutes, storeTokens } from '../../../test/render.js'
import { DocumentViewer } from './document-viewer.js'

const { fetch } = globalThis
afterEach(() => {
  globalThis.fetch = fetch
})

it('DocumentViewer explains that a picture now requires a reason', async () => {
  storeTokens({ 'cognito:groups': ['compliance'] })
  const refusal = { code: 'REASON_REQUIRED', detail: 'Claim the case, or say why its pictures must be seen.' }
  globalThis.fetch = async () => ({ ok: false, status: 403, json: async () => refusal }) as Response
  const document = { documentId: 'd', kind: 'front' as const, contentType: 'image/jpeg', sizeBytes: 1, uploadedAt: '' }
  const element = (
    <DocumentViewer
      caseId="case-1"
      documents={[document]}
      mine
      proposed={false}
      reason={undefined}
      userId="user-1"
      onShown={() => undefined}
    />
  )
  renderRoutes({ api: fakeApi({}), routes: [{ path: '*', element }] })
  expect(await screen.findByText(/Claim the case, or reveal it with a reason/)).toBeTruthy()
})
