import { createContext, useContext, useEffect } from 'react'
import type { PictureFiles } from './picture.js'

export interface PageHeadProps {
  /** Without the product's name, which is added. At most 60 characters in total. */
  title: string
  description?: string
  /** The page's HTTP status. */
  status?: number
  /** Keeps a page out of search engines. */
  private?: boolean
  /** The largest picture of the first screen, which the server's page starts to load before the styles. */
  picture?: { files: PictureFiles; sizes: string } | undefined
  /** Path of the picture that previews of links show, 1200 × 630. */
  preview?: string | undefined
}

/** Collects the head of the rendered page on the server. */
export const HeadSink = createContext<{ current: PageHeadProps | null } | null>(null)

export const PRODUCT_NAME = 'Hissa'

/** Sets the title and description of a page. On the server they are collected for the document. */
export function PageHead(props: PageHeadProps) {
  const sink = useContext(HeadSink)
  if (sink) sink.current = props
  const { title, description } = props
  useEffect(() => {
    document.title = fullTitle(title)
    const meta = document.querySelector('meta[name=description]')
    if (meta && description) meta.setAttribute('content', description)
  }, [title, description])
  return null
}

/** Returns a page's title with the product's name, unless it contains it. */
export function fullTitle(title: string): string {
  return title.includes(PRODUCT_NAME) ? title : `${title} · ${PRODUCT_NAME}`
}
