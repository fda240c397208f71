import { type ReactNode, useState } from "react"
import type { ShownPicture } from "../binding/usePicture.ts"

export interface ImageElementProps {
  /** Of `usePicture`. */
  readonly source: ShownPicture
  readonly className: string
  readonly "data-shape"?: string
  readonly "data-size"?: string
  /** Shown without a picture, and in place of a broken one. */
  readonly children: ReactNode
}

/**
 * The only `<img>` of the modal: its source is data, so it asks no host. Decorative, because a name is next to it. While
 * a picture loads, its place is empty.
 */
export const ImageElement = ({ source, children, ...place }: ImageElementProps) => {
  const [broken, setBroken] = useState<string | null>(null)
  if (source === undefined) return <span {...place} data-loading="" aria-hidden="true" />
  return source === null || source === broken ? (
    children
  ) : (
    <img {...place} src={source} alt="" draggable={false} onError={() => setBroken(source)} />
  )
}
