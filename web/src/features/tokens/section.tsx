import type { ReactNode } from 'react'

/** Renders a part of a page under its heading, with a sentence that explains it. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="text-26">{title}</h2>
      {text && <p className="max-w-[68ch] pt-1 text-15 text-ink-2">{text}</p>}
      <div className="pt-3">{children}</div>
    </section>
  )
}
