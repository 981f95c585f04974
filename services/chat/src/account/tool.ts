import type { Figure, QuickReply } from '@hissa/contracts/chat'
import { formatMoney, type Fils, type Units } from '@hissa/money'
import { formatCount, LANGUAGES } from '@hissa/texts'
import type { Language } from '../language/languages.js'

/** What a tool returns: its sentences, and every value in them with its source. */
export interface ToolAnswer {
  sentences: string[]
  figures: Figure[]
  quickReplies: QuickReply[]
}

/** Collects the values of one answer. Each returns the text to show, so that text and figure can't differ. */
export class Figures {
  readonly all: Figure[] = []

  /** @param source the call that returned the values; `asOf` when it did (business time) */
  constructor(
    private readonly language: Language,
    private readonly source: string,
    private readonly asOf: string,
  ) {}

  fils(label: string, valueFils: Fils): string {
    const shown = formatMoney(valueFils, { locale: this.language }).replace('\u00a0', ' ')
    return this.add({ ...this.named(label, shown), kind: 'fils', valueFils })
  }

  units(label: string, value: Units): string {
    return this.add({ ...this.named(label, formatCount(value)), kind: 'units', value })
  }

  date(label: string, value: string): string {
    return this.add({ ...this.named(label, moment(value, this.language)), kind: 'date', value })
  }

  text(label: string, value: string): string {
    return this.add({ ...this.named(label, value), kind: 'text', value })
  }

  private named(label: string, shown: string) {
    return { label, shown, asOf: this.asOf, source: this.source }
  }

  private add(figure: Figure): string {
    this.all.push(figure)
    return figure.shown
  }
}

// Creating a format takes about a hundred times as long as using it.
const formats = new Map<Language, Intl.DateTimeFormat>()

/** Formats a time in the Gulf time zone, with Latin digits. */
function moment(at: string, language: Language): string {
  let format = formats.get(language)
  if (!format) {
    format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : LANGUAGES[language].tag, {
      ...{ dateStyle: language === 'en' ? 'medium' : 'long', timeStyle: 'short' },
      ...{ hourCycle: 'h23', timeZone: 'Asia/Dubai' },
    })
    formats.set(language, format)
  }
  return format.format(new Date(at))
}
