import { usePicture } from "../binding/usePicture.ts"
import { ImageElement } from "./ImageElement.tsx"

export interface RemoteImageProps {
  /** `null` when there is none. */
  readonly source: string | null
  /** Its first letter replaces a missing or broken picture. */
  readonly name: string
  readonly shape: "wallet" | "network"
  readonly size?: "row" | "big"
}

/** Returns one of twelve hues on which white letters are readable. */
const getHue = (name: string) => {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 360
  return Math.floor(sum / 30) * 30
}

const getFirstLetter = (name: string) => [...name.trim()][0]?.toLocaleUpperCase() ?? ""

/** A wallet's or a network's icon. Decorative, because the name is next to it. */
export const RemoteImage = ({ source, name, shape, size = "row" }: RemoteImageProps) => {
  const picture = usePicture(source)
  return (
    <ImageElement className="picture" source={picture} data-shape={shape} data-size={size}>
      <span
        className="picture"
        data-shape={shape}
        data-size={size}
        aria-hidden="true"
        style={{ background: `oklch(50% 0.14 ${getHue(name)})` }}
      >
        {getFirstLetter(name)}
      </span>
    </ImageElement>
  )
}
