const MEMBER = { tier: 'silver', memberSince: '2026-01-12T08:00:00.000Z' }

export const INVESTOR_CARD = {
  ...{ issue: 1, state: 'active', holder: 'Amal Al Suwaidi', ...MEMBER },
  ...{ issuedAt: '2026-11-28T09:00:00.000Z', lastFour: 'Q7RD' },
}
export const CARD_NUMBER = {
  number: '7KXW2MPQ9R4TQ7RD',
  address: 'https://hissa.example/card/7KXW2MPQ9R4TQ7RD',
  qr: { path: 'M4 4h1v1h-1z', size: 33 },
}
export const CARD_CHECK = {
  card: {
    ...{ type: 'hissa.card.v1', number: CARD_NUMBER.number, state: 'valid', checkedAt: '2026-11-28T09:05:00.000Z' },
    ...{ holder: 'Amal S.', ...MEMBER },
  },
  signature: { algorithm: 'Ed25519', keyId: 'c0ffee00c0ffee00', value: 'c2lnbmF0dXJl' },
}
