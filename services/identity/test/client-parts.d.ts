// Inner parts of the client library that its own declarations leave out.
declare module 'amazon-cognito-identity-js/lib/AuthenticationHelper.js'
declare module 'amazon-cognito-identity-js/lib/BigInteger.js'
declare module 'amazon-cognito-identity-js/lib/DateHelper.js'
