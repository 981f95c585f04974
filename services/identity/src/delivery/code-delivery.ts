import { maskEmail } from '../emails/email.js'

/** Where a code goes, as much of it as may be told. */
export const emailDelivery = (email: string) => ({
  Destination: maskEmail(email),
  DeliveryMedium: 'EMAIL' as const,
  AttributeName: 'email',
})
