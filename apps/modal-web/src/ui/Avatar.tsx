import { getAvatarColors } from "@wmodal/protocol"
import { useImageLog } from "../binding/useImageLog.ts"

export interface AvatarProps {
  readonly address: string
  readonly image: string | null
}

/** The account's picture, or a gradient of its address's colours. */
export const Avatar = ({ address, image }: AvatarProps) => {
  useImageLog(image)
  const [one, two, three, four, five] = getAvatarColors(address)
  return image === null ? (
    <span
      className="avatar"
      aria-hidden="true"
      style={{
        background: `radial-gradient(75% 75% at 65% 28%, #fff 0.5%, ${five} 20%, ${four} 36%, ${three} 56%, ${two} 76%, ${one} 100%)`,
      }}
    />
  ) : (
    <img className="avatar" src={image} alt="" referrerPolicy="no-referrer" />
  )
}
