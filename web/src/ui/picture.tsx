import { cx } from '../lib/cx.js'

/** The files of a picture: `<light>-<width>.avif` and `.webp`, and the same for `dark`. */
export interface PictureFiles {
  width: number
  height: number
  widths: readonly number[]
  light: string
  dark: string | null
}

interface PictureProps {
  picture: PictureFiles
  /** Empty if the text beside the picture already says it. */
  alt: string
  /** Width on the page, as in the attribute of the same name. */
  sizes: string
  /** Marks the largest picture of the first screen. Pass it to `PageHead` too, which loads it before the styles. */
  priority?: boolean
  className?: string
  /** Fills its place and may be cut at its edges, as a photograph; otherwise all of it is visible. */
  fills?: boolean
}

/**
 * Renders a picture by day and by night. Styles show the one of the theme, and the browser never fetches the other:
 * both are lazy, and a lazy picture that isn't displayed isn't loaded.
 */
export function Picture({ picture, ...props }: PictureProps) {
  const { light, dark } = picture
  if (!dark) return <Files files={light} picture={picture} {...props} />
  return (
    <>
      <Files files={light} theme="in-light" picture={picture} {...props} />
      <Files files={dark} theme="in-dark" picture={picture} {...props} />
    </>
  )
}

function Files({
  files,
  theme,
  picture: { width, height, widths },
  alt,
  sizes,
  priority,
  className,
  fills,
}: PictureProps & { files: string; theme?: string }) {
  return (
    <picture className={cx('contents', theme)}>
      <source type="image/avif" srcSet={sourceSet(files, widths, 'avif')} sizes={sizes} />
      <img
        src={`${files}-${widths.at(-1)}.webp`}
        srcSet={sourceSet(files, widths, 'webp')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        fetchPriority={priority ? 'high' : undefined}
        className={cx('block', fills ? 'object-cover' : 'object-contain', className ?? 'size-full')}
      />
    </picture>
  )
}

/** Returns the value of `srcset` for one format. */
export function sourceSet(files: string, widths: readonly number[], format: 'avif' | 'webp'): string {
  return widths.map((width) => `${files}-${width}.${format} ${width}w`).join(', ')
}
