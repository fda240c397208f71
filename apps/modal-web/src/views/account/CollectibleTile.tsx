import type { Collectible } from "@wmodal/core/flows"
import { getAvatarColors } from "@wmodal/protocol"
import { useState } from "react"
import { Icon } from "../../ui/Icon.tsx"

/** One collectible: its picture, or the colours of its contract where there is none that can be shown. */
export const CollectibleTile = ({ collectible }: { readonly collectible: Collectible }) => {
  const { image, contract, tokenId, name } = collectible
  const [broken, setBroken] = useState(false)
  const [one, , three, , five] = getAvatarColors(contract)
  return (
    <figure className="collectible">
      {image !== null && !broken ? (
        <img
          className="collectible-picture"
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      ) : (
        <span
          className="collectible-picture"
          aria-hidden="true"
          style={{ background: `linear-gradient(140deg, ${five}, ${three} 55%, ${one})` }}
        >
          <Icon name="image" />
        </span>
      )}
      <figcaption className="collectible-name">
        <span>
          <bdi>{name}</bdi>
        </span>
        {!name.includes(tokenId) && (
          <span className="collectible-id">
            <bdi dir="ltr">{`#${tokenId}`}</bdi>
          </span>
        )}
      </figcaption>
    </figure>
  )
}
