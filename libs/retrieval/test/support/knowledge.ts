import { readFileSync } from 'node:fs'
import { type Language } from '../../src/text/normalise.js'
import { type Passage } from '../../src/search/passage.js'
import { type LabelledQuestion } from '../../src/intent/intent-classifier.js'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

/** Returns the passages of the sample knowledge base: `# id: title`, `## section`, `? question`, and text. */
export function readKnowledge(language: Language): Passage[] {
  return read(`knowledge/${language}.md`)
    .split(/^# /m)
    .slice(1)
    .flatMap((article) => {
      const [heading = '', ...sections] = article.split(/^## /m)
      const [articleId = '', title = ''] = heading.trim().split(': ')
      return sections.map((part, place) => {
        const [section = '', ...lines] = part.trim().split('\n')
        const questions = lines.filter((line) => line.startsWith('? ')).map((line) => line.slice(2))
        const text = lines.filter((line) => !line.startsWith('? ')).join('\n')
        return { id: `${language}/${articleId}/${place}`, articleId, language, title, section, text, questions }
      })
    })
}

/** Returns the questions that the knowledge base answers, each with the id of its article. */
export function readOnTopic(language: Language): LabelledQuestion[] {
  return linesOf(`questions/on-topic.${language}.txt`).map((line) => {
    const [intent = '', text = ''] = line.split(' | ')
    return { intent, text }
  })
}

const linesOf = (path: string) => read(path).trim().split('\n')
