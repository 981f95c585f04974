import type { AppConfig } from '../src/api/config-schema.js'

export const CONFIG: AppConfig = {
  version: '1.0.0',
  region: 'ap-southeast-1',
  idp: { endpoint: '/idp/', userPoolId: 'ap-southeast-1_Test', clientId: 'client', issuer: 'http://localhost/idp' },
  publicUrl: 'http://localhost',
  regulatorLine: 'Demonstration',
  contactEmail: 'contact@hissa.test',
  sandbox: true,
}
