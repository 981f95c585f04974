import { LONGEST_SPEECH } from '@hissa/contracts/chat/limits'

/**
 * Returns the texts to request one after the other for an answer: whole sentences, together as long as the server
 * allows. The first sentence is alone, because its audio is ready sooner. A longer sentence is divided at spaces.
 */
export function spokenParts(sentences: readonly string[], longest = LONGEST_SPEECH): string[] {
  const parts: string[] = []
  for (const piece of sentences.flatMap((sentence) => divided(sentence.trim(), longest))) {
    const last = parts.at(-1)
    const joined = `${last} ${piece}`
    if (last !== undefined && parts.length > 1 && joined.length <= longest) parts[parts.length - 1] = joined
    else parts.push(piece)
  }
  return parts
}

function divided(text: string, longest: number): string[] {
  if (text.length <= longest) return text === '' ? [] : [text]
  const space = text.lastIndexOf(' ', longest)
  const end = space > 0 ? space : longest
  return [text.slice(0, end), ...divided(text.slice(end).trim(), longest)]
}
