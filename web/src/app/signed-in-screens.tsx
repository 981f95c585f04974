import type { Screen } from './screen.js'

/** Screens for signing up and signing in: public addresses, rendered in the browser. */
export const accountScreens: Screen[] = [
  { path: '/signin', load: () => import('../features/auth/sign-in-page.js'), namespaces: ['auth'] },
  { path: '/registration', load: () => import('../features/auth/registration-page.js'), namespaces: ['auth'] },
  {
    path: '/email-confirmation',
    load: () => import('../features/auth/confirmation-page.js'),
    namespaces: ['auth'],
  },
  {
    path: '/forgot-password',
    load: () => import('../features/auth/forgot-password-page.js'),
    namespaces: ['auth'],
  },
]

/** Screens for anyone, rendered in the browser, with an address in each language. Emails link to them. */
export const openScreens: Screen[] = [
  {
    path: '/email-preferences',
    load: () => import('../features/account/email-preferences-page.js'),
    namespaces: ['account'],
  },
  {
    path: '/phone-upload',
    load: () => import('../features/onboarding/phone/phone-upload-page.js'),
    namespaces: ['onboarding'],
  },
  { path: '/rewards', load: () => import('../features/rewards/program-page.js'), namespaces: ['rewards'] },
]

/**
 * Screens behind the gates. `signedIn` requires a session, `onboarded` also a completed onboarding. Their addresses
 * have no language; they follow the stored preference.
 */
export const signedInScreens: { signedIn: Screen[]; onboarded: Screen[] } = {
  signedIn: [
    {
      path: '/onboarding',
      load: () => import('../features/onboarding/onboarding-page.js'),
      namespaces: ['onboarding'],
    },
    {
      path: '/settings/:section?',
      load: () => import('../features/account/settings-page.js'),
      namespaces: ['account', 'auth'],
    },
    {
      path: '/payment-success',
      load: () => import('../features/invest/payment-success-page.js'),
      namespaces: ['invest'],
    },
    {
      path: '/payment-cancel',
      load: () => import('../features/invest/payment-cancel-page.js'),
      namespaces: ['invest'],
    },
    {
      path: '/payment/:orderId',
      load: () => import('../features/payment/payment-page.js'),
      namespaces: ['payment'],
    },
    {
      path: '/add-payment-method',
      load: () => import('../features/payment/cards-page.js'),
      namespaces: ['payment'],
    },
    { path: '/orders', load: () => import('../features/dashboard/orders-page.js'), namespaces: ['dashboard'] },
    { path: '/cash', load: () => import('../features/cash/cash-page.js'), namespaces: ['cash'] },
    { path: '/wallet', load: () => import('../features/wallet/wallet-page.js'), namespaces: ['tokens', 'wallet'] },
    { path: '/notifications', load: () => import('../features/notices/notices-page.js'), namespaces: ['notices'] },
    { path: '/payments', load: () => import('../features/dashboard/payments-page.js'), namespaces: ['dashboard'] },
    {
      path: '/staff/finance',
      load: () => import('../features/finance/finance-page.js'),
      namespaces: ['finance', 'income', 'rent', 'valuations', 'payouts', 'reconciliation'],
    },
    {
      path: '/staff/shareholders',
      load: () => import('../features/finance/shareholders/shareholders-page.js'),
      namespaces: ['finance', 'shareholders'],
    },
    { path: '/staff/kyc', load: () => import('../features/staff/kyc-page.js'), namespaces: ['staff'] },
    { path: '/saved', load: () => import('../features/properties/saved-page.js'), namespaces: ['properties'] },
    { path: '/legal/admin', load: () => import('../features/staff/legal-admin-page.js'), namespaces: ['content'] },
    {
      path: '/staff/content',
      load: () => import('../features/staff/content-page.js'),
      namespaces: ['content', 'offerings'],
    },
    {
      path: '/staff/content/properties',
      load: () => import('../features/properties/records/records-page.js'),
      namespaces: ['content', 'offerings', 'properties'],
    },
    {
      path: '/staff/content/properties/new',
      load: () => import('../features/properties/records/record-page.js'),
      namespaces: ['content', 'offerings', 'properties'],
    },
    {
      path: '/staff/content/properties/:propertyId',
      load: () => import('../features/properties/records/record-page.js'),
      namespaces: ['content', 'offerings', 'properties'],
    },
    {
      path: '/staff/content/properties/:propertyId/terms',
      load: () => import('../features/properties/records/terms-page.js'),
      namespaces: ['content', 'offerings', 'properties'],
    },
    {
      path: '/mae-knowledgebase-admin',
      load: () => import('../features/knowledge-admin/knowledge-page.js'),
      namespaces: ['knowledge'],
    },
    {
      path: '/staff/requests',
      load: () => import('../features/knowledge-admin/requests-page.js'),
      namespaces: ['knowledge'],
    },
    { path: '/staff/users', load: () => import('../features/oversight/users-page.js'), namespaces: ['oversight'] },
    {
      path: '/staff/users/:userId',
      load: () => import('../features/oversight/user-page.js'),
      namespaces: ['oversight'],
    },
    { path: '/staff/audit', load: () => import('../features/oversight/audit-page.js'), namespaces: ['oversight'] },
    { path: '/staff/kyc/:caseId', load: () => import('../features/staff/kyc-page.js'), namespaces: ['staff'] },
  ],
  onboarded: [
    {
      path: '/profile',
      load: () => import('../features/onboarding/details-page.js'),
      namespaces: ['onboarding', 'account'],
    },
    {
      path: '/profile-management',
      load: () => import('../features/onboarding/profile-edit-page.js'),
      namespaces: ['onboarding', 'account', 'auth'],
    },
    {
      path: '/investor-dashboard',
      load: () => import('../features/dashboard/dashboard-page.js'),
      namespaces: ['dashboard', 'income', 'valuations'],
    },
    {
      path: '/dashboard/statements',
      load: () => import('../features/dashboard/statements/statements-page.js'),
      namespaces: ['statements'],
    },
    {
      path: '/dashboard/income',
      load: () => import('../features/dashboard/income/income-page.js'),
      namespaces: ['dashboard', 'income'],
    },
    {
      path: '/investment-flow/:propertyId/:step?',
      load: () => import('../features/invest/flow-page.js'),
      namespaces: ['invest'],
    },
    {
      path: '/tokenization/:propertyId?',
      load: () => import('../features/tokens/tokenization-page.js'),
      namespaces: ['tokens'],
    },
    {
      path: '/tokenization/:propertyId/transactions/:hash',
      load: () => import('../features/tokens/transaction-page.js'),
      namespaces: ['tokens'],
    },
    { path: '/marketplace', load: () => import('../features/company/planned-page.js'), namespaces: ['company'] },
    {
      path: '/investor-digital-card',
      load: () => import('../features/card/investor-card-page.js'),
      namespaces: ['card'],
    },
    {
      path: '/rewards-program',
      load: () => import('../features/rewards/rewards-page.js'),
      namespaces: ['rewards'],
    },
    { path: '/knowledge-avenue', load: () => import('../features/learn/learning-page.js'), namespaces: ['learn'] },
    {
      path: '/knowledge-avenue/glossary',
      load: () => import('../features/learn/glossary-page.js'),
      namespaces: ['learn'],
    },
    {
      path: '/knowledge-avenue/quiz/:pathId',
      load: () => import('../features/learn/quiz-page.js'),
      namespaces: ['learn'],
    },
    {
      path: '/knowledge-avenue/:articleId',
      load: () => import('../features/learn/lesson-page.js'),
      namespaces: ['learn'],
    },
  ],
}
