import type { Collectible, CollectiblesState } from "@wmodal/core/flows"
import { getAvatarColors } from "@wmodal/protocol"
import { useEffect, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useImageLog } from "../../binding/useImageLog.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"

/** One collectible: its picture, or the colours of its contract when no picture can be shown. */
const CollectibleTile = ({ collectible }: { readonly collectible: Collectible }) => {
  const { image, contract, tokenId, name } = collectible
  useImageLog(image)
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

/** The collectibles that the chain confirms. */
export const Collectibles = () => {
  const { run } = useEngine()
  const { collectibles } = useFlows()
  useEffect(() => run(collectibles.load), [run, collectibles])
  return (
    <CollectiblesContent
      state={useValue(collectibles.state)}
      onMore={() => run(collectibles.more)}
      onRetry={() => run(collectibles.retry)}
    />
  )
}

interface CollectiblesContentProps {
  readonly state: CollectiblesState
  readonly onMore: () => void
  readonly onRetry: () => void
}

const CollectiblesContent = ({ state, onMore, onRetry }: CollectiblesContentProps) => {
  const { t } = useMessages()
  switch (state._tag) {
    case "Hidden":
      return <Empty icon="image" title={t("collectibles.hidden")} text={t("collectibles.hiddenText")} />
    // No request has been sent for this account yet.
    case "Disconnected":
    case "Loading":
      return (
        <div className="collectibles" role="status" aria-label={t("collectibles.loading")}>
          {Array.from({ length: 4 }, (_, index) => (
            <div key={index} className="collectible">
              <span className="collectible-picture skeleton" />
              <span className="collectible-name skeleton-text skeleton" />
            </div>
          ))}
        </div>
      )
    case "Loaded":
      return state.collectibles.length === 0 && !state.more ? (
        <Empty icon="image" title={t("collectibles.none")} text={t("collectibles.noneText")} />
      ) : (
        <>
          <ul className="collectibles" aria-label={t("account.collectibles")}>
            {state.collectibles.map((collectible) => (
              <li key={`${collectible.contract} ${collectible.tokenId}`}>
                <CollectibleTile collectible={collectible} />
              </li>
            ))}
          </ul>
          {state.problem !== undefined && <FlowFailure during="transactions" problem={state.problem} />}
          {state.more && (
            <Button tone="quiet" onPress={onMore}>
              {t("collectibles.more")}
            </Button>
          )}
        </>
      )
    case "Failed":
      return (
        <>
          <FlowFailure during="transactions" problem={state.problem} />
          <Button tone="quiet" onPress={onRetry}>
            {t("shell.tryAgain")}
          </Button>
        </>
      )
  }
}
