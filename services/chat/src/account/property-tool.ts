import { GetProperty, type Property } from '@hissa/contracts/property'
import { CLOCK, type Clock } from '@hissa/kernel'
import { isUnavailable, RpcClient } from '@hissa/messaging'
import { formatBasisPoints } from '@hissa/money'
import { Inject, Injectable } from '@nestjs/common'
import type { PropertyFact } from '../answers/phrases.js'
import { chatTexts } from '../texts/chat.js'
import { safeTitle } from './safe-title.js'
import { Figures, type ToolAnswer } from './tool.js'
import type { Language } from '../language/languages.js'

const WITHIN_MS = 4_000

/** Answers questions about the published terms of the property in view. Its texts are never used. */
@Injectable()
export class PropertyTool {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Returns undefined if the property is not published or can't be read; articles then answer. */
  async run(fact: PropertyFact, propertyId: string, language: Language): Promise<ToolAnswer | undefined> {
    try {
      const found = await this.rpc.ask(GetProperty, { id: propertyId }, { timeoutMs: WITHIN_MS })
      return found.ok ? write(fact, found.value.property, this.clock.now().toISOString(), language) : undefined
    } catch (error) {
      if (isUnavailable(error)) return undefined
      throw error
    }
  }
}

function write(fact: PropertyFact, { offering, ...shown }: Property, asOf: string, language: Language): ToolAnswer {
  const t = chatTexts(language)
  const title = language === 'ar' ? shown.translations.ar.title : shown.title
  const property = safeTitle({ title, propertyId: shown.propertyId })
  const figures = new Figures(language, GetProperty.name, asOf)
  const label = t(`chat.propertyFigure.${fact}`)
  const percent = (basisPoints: number) => figures.text(label, formatBasisPoints(basisPoints, { locale: language }))
  const value = {
    minimum: () => figures.fils(label, offering.minimumFils),
    price: () => figures.fils(label, offering.unitPriceFils),
    fee: () => percent(offering.feeBasisPoints),
    deadline: () => figures.date(label, offering.deadline),
    available: () => figures.units(label, offering.unitsAvailable),
    yield: () => (offering.expectedReturn ? percent(offering.expectedReturn.basisPoints) : undefined),
  }[fact]()
  const sentence =
    value === undefined ? t('chat.property.noYield', { property }) : t(`chat.property.${fact}`, { property, value })
  return { sentences: [sentence], figures: figures.all, quickReplies: [] }
}
