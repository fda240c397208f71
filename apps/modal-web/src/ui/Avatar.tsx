import { getAvatarColors } from "@wmodal/protocol"
import { usePicture } from "../binding/usePicture.ts"
import { ImageElement } from "./ImageElement.tsx"

export interface AvatarProps {
  readonly address: string
  readonly image: string | null
}

/** The account's picture, or a gradient of its address's colours. */
export const Avatar = ({ address, image }: AvatarProps) => {
  const picture = usePicture(image)
  const [one, two, three, four, five] = getAvatarColors(address)
  return (
    <ImageElement className="avatar" source={picture ?? null}>
      <span
        className="avatar"
        aria-hidden="true"
        style={{
          background: `radial-gradient(75% 75% at 65% 28%, #fff 0.5%, ${five} 20%, ${four} 36%, ${three} 56%, ${two} 76%, ${one} 100%)`,
        }}
      />
    </ImageElement>
  )
}
