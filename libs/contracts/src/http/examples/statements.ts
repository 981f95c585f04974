export const STATEMENT_MONTH = { month: '2026-11', from: '2026-11-01', to: '2026-11-27', complete: false }
export const STATEMENT_YEAR = { year: 2026, from: '2026-01-01', to: '2026-11-27', complete: false }
export const STATEMENT_KEY = {
  keyId: '3f9a61c02b7de845',
  algorithm: 'Ed25519',
  publicKey: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
}
