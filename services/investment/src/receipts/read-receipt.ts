import { StaffAudit, type Actor } from '@hissa/audit'
import { type Answer, type Input, NOT_FOUND, ok, refuse } from '@hissa/contracts'
import { type GetReceipt, type GetStaffReceipt } from '@hissa/contracts/investment'
import { PdfRenderer } from '@hissa/documents'
import { languageFor } from '@hissa/texts'
import { Inject, Injectable } from '@nestjs/common'
import { CONFIG, type InvestmentConfig } from '../config.js'
import { OrderStore } from '../orders/orders.api.js'
import { InvestorNames } from '../investors/investor-names.js'
import { type Payment, PaymentStore } from '../payments/payments.api.js'
import { receiptDocument, receiptNumber } from './receipt.js'

/** Renders the receipts of payments and refunds. A payment without an order has none: its money is returned. */
@Injectable()
export class ReadReceipt {
  constructor(
    private readonly payments: PaymentStore,
    private readonly orders: OrderStore,
    private readonly pdfs: PdfRenderer,
    private readonly staff: StaffAudit,
    private readonly names: InvestorNames,
    @Inject(CONFIG) private readonly config: InvestmentConfig,
  ) {}

  async forPayer(input: Input<typeof GetReceipt>, userId: string): Promise<Answer<typeof GetReceipt>> {
    const payment = await this.settled(input.paymentId)
    return payment?.userId === userId ? this.render(payment, userId, input.locale) : noReceipt()
  }

  async forStaff(input: Input<typeof GetStaffReceipt>, by: Actor): Promise<Answer<typeof GetStaffReceipt>> {
    const payment = await this.settled(input.paymentId)
    if (!payment?.orderId) return noReceipt()
    const detail = { paymentId: payment._id }
    await this.staff.record(by, { action: 'receipt.read', subject: `order:${payment.orderId}`, detail })
    return this.render(payment, by.userId, input.locale)
  }

  private async settled(paymentId: string): Promise<Payment | undefined> {
    const payment = await this.payments.byId(paymentId)
    return payment?.state === 'succeeded' && payment.amount > 0 ? payment : undefined
  }

  private async render(payment: Payment, reader: string, locale: string): Promise<Answer<typeof GetReceipt>> {
    const order = payment.orderId === undefined ? undefined : await this.orders.byId(payment.orderId)
    if (!order) return noReceipt()
    const { COMPANY_LINE: company, REGULATOR_LINE: regulator } = this.config
    const language = languageFor(locale)
    const name = await this.names.of(order.userId)
    const pdf = await this.pdfs.render(reader, receiptDocument({ payment, order, name, company, regulator }, language))
    if (!pdf.ok) return pdf
    return ok({
      contentType: 'application/pdf',
      fileName: `hissa-${receiptNumber(payment._id)}-${language}.pdf`,
      bodyBase64: pdf.value.toString('base64'),
      locale: language,
    })
  }
}

const noReceipt = () => refuse(NOT_FOUND, 'There is no receipt of this payment.')
