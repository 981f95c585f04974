import { analyse } from '../text/analyse.js'

/** A text as a sparse vector: the places of its features, ascending, and their values. */
export interface SparseVector {
  readonly places: Int32Array
  readonly values: Float64Array
  /** Sum of the squared values and of the bias, which is 1. */
  readonly square: number
}

/** Lengths of the character sequences that are features. */
const SHORTEST = 3
const LONGEST = 5
/** Most words of a text that are read. */
const WORDS_MOST = 64

/** Returns the features of a text in two groups: words with sequences of words, and sequences of characters. */
export function featuresOf(text: string): [words: string[], characters: string[]] {
  const tokens = analyse(text.slice(0, 500)).slice(0, WORDS_MOST)
  const stems = ['^', ...tokens.map(({ stem }) => stem), '$']
  const words = [
    ...tokens.map(({ word }) => `w ${word}`),
    ...tokens.map(({ stem }) => `s ${stem}`),
    ...stems.slice(1).map((stem, at) => `b ${stems[at]} ${stem}`),
  ]
  return [words, tokens.flatMap(({ word }) => sequencesOf(` ${word} `))]
}

function sequencesOf(word: string): string[] {
  const sequences = []
  for (let length = SHORTEST; length <= LONGEST; length++) {
    for (let from = 0; from + length <= word.length; from++) sequences.push(`c${word.slice(from, from + length)}`)
  }
  return sequences
}

/** The features of a set of texts with their inverse document frequencies. */
export class FeatureSpace {
  private constructor(
    private readonly placeOf: ReadonlyMap<string, number>,
    private readonly rarity: readonly number[],
  ) {}

  /** Learns the features that at least `times` texts have. */
  static learn(texts: readonly string[], times: number): FeatureSpace {
    const count = new Map<string, number>()
    for (const text of texts) {
      for (const feature of new Set(featuresOf(text).flat())) count.set(feature, (count.get(feature) ?? 0) + 1)
    }
    const kept = [...count].filter(([, texts]) => texts >= times).sort(([a], [b]) => (a < b ? -1 : 1))
    const rarity = kept.map(([, having]) => Math.log((1 + texts.length) / (1 + having)) + 1)
    return new FeatureSpace(new Map(kept.map(([feature], place) => [feature, place])), rarity)
  }

  /** Restores a space from `entries()`. */
  static from(entries: readonly (readonly [string, number])[]): FeatureSpace {
    return new FeatureSpace(
      new Map(entries.map(([feature], place) => [feature, place])),
      entries.map(([, value]) => value),
    )
  }

  get size(): number {
    return this.rarity.length
  }

  /** Returns each feature with its inverse document frequency. */
  entries(): [string, number][] {
    return [...this.placeOf].map(([feature, place]) => [feature, this.rarity[place]!])
  }

  /** Returns the tf-idf vector of a text. Words and characters have equal parts in it. */
  vectorOf(text: string): SparseVector {
    const values = new Map<number, number>()
    for (const group of featuresOf(text)) {
      const own = this.weigh(group)
      const norm = Math.hypot(...own.values()) || 1
      for (const [place, value] of own) values.set(place, value / norm / Math.SQRT2)
    }
    const places = Int32Array.from(values.keys()).sort()
    const ordered = Float64Array.from(places, (place) => values.get(place)!)
    return { places, values: ordered, square: ordered.reduce((sum, value) => sum + value * value, 1) }
  }

  private weigh(features: readonly string[]): Map<number, number> {
    const times = new Map<number, number>()
    for (const feature of features) {
      const place = this.placeOf.get(feature)
      if (place !== undefined) times.set(place, (times.get(place) ?? 0) + 1)
    }
    return new Map([...times].map(([place, n]) => [place, (1 + Math.log(n)) * this.rarity[place]!]))
  }
}
