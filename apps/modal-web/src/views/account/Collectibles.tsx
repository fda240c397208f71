import type { Collectible, CollectiblesState } from "@wmodal/core/flows"
import { getAvatarColors } from "@wmodal/protocol"
import { useEffect, useRef, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { loadPicture, peekPicture } from "../../binding/pictures.ts"
import { useFlows } from "../../binding/useFlows.ts"
import { usePicture } from "../../binding/usePicture.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ImageElement } from "../../ui/ImageElement.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"

/** Characters of a host that a tile shows: its end, which says whose it is. */
const maxHostLength = 40

const toShownHost = (url: string) => {
  const { host } = new URL(url)
  return host.length > maxHostLength ? `…${host.slice(1 - maxHostLength)}` : host
}

/** The place of a picture that no named host sends: the user decides whether its host is asked. */
const AskForPicture = ({
  colors: { from, to },
  onLoaded,
  url,
}: {
  /** CSS colors of the contract. */
  readonly colors: { readonly from: string | undefined; readonly to: string | undefined }
  readonly onLoaded: (hadFocus: boolean) => void
  readonly url: string
}) => {
  const { t } = useMessages()
  const { addImage } = useEngine().engine.networkLog
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle")
  const button = useRef<HTMLButtonElement>(null)
  const load = () => {
    if (state === "loading") return
    setState("loading")
    addImage(url)
    loadPicture(url).then((picture) => {
      if (picture === null) setState("failed")
      else onLoaded(button.current?.matches(":focus") === true)
    })
  }
  return (
    <button
      ref={button}
      type="button"
      className="collectible-picture"
      data-state={state}
      aria-busy={state === "loading"}
      style={{
        background: `linear-gradient(140deg, color-mix(in oklab, ${from} 22%, var(--wm-raised)), color-mix(in oklab, ${to} 22%, var(--wm-raised)))`,
      }}
      onClick={load}
    >
      <Icon name="image" />
      <span aria-live="polite">{t(`collectibles.picture.${state}`, { host: toShownHost(url) })}</span>
    </button>
  )
}

/** One collectible: its picture, or the colours of its contract when no picture can be shown. */
const CollectibleTile = ({ collectible }: { readonly collectible: Collectible }) => {
  const { image, unnamedImage, contract, tokenId, name } = collectible
  const named = usePicture(image)
  const [, redraw] = useState(false)
  const figure = useRef<HTMLElement>(null)
  const pressed = unnamedImage === null ? undefined : peekPicture(unnamedImage)
  const [one, , three, , five] = getAvatarColors(contract)
  return (
    <figure className="collectible" ref={figure} tabIndex={-1}>
      {unnamedImage !== null && typeof pressed !== "string" ? (
        <AskForPicture
          colors={{ from: five, to: one }}
          url={unnamedImage}
          onLoaded={(hadFocus) => {
            redraw(true)
            if (hadFocus) figure.current?.focus()
          }}
        />
      ) : (
        <ImageElement className="collectible-picture" source={pressed ?? named}>
          <span
            className="collectible-picture"
            aria-hidden="true"
            style={{ background: `linear-gradient(140deg, ${five}, ${three} 55%, ${one})` }}
          >
            <Icon name="image" />
          </span>
        </ImageElement>
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
      if (state.unsupported)
        return (
          <Empty icon="image" title={t("activity.unsupported")} text={t("collectibles.unsupportedText")} />
        )
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
