// Internal modules of the client library, for which it has no declarations.
declare module 'amazon-cognito-identity-js/lib/AuthenticationHelper.js'
declare module 'amazon-cognito-identity-js/lib/BigInteger.js'
declare module 'amazon-cognito-identity-js/lib/DateHelper.js'
