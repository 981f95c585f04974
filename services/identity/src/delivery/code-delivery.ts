import { maskEmail } from '../emails/email.js'

/** Returns the destination of a code with the address masked. */
export const emailDelivery = (email: string) => ({
  Destination: maskEmail(email),
  DeliveryMedium: 'EMAIL' as const,
  AttributeName: 'email',
})
