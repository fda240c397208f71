import { type CollectiblesState, type FlowProblem, presentFlow } from "@wmodal/core/flows"
import { useEffect } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { CollectibleTile } from "./CollectibleTile.tsx"

/** The collectibles that the chain confirms. On Bitcoin nobody is asked: no answer could tell them from other coins. */
export const Collectibles = () => {
  const { engine } = useEngine()
  const { chainNamespace } = useValue(engine.networks.shown).network
  const { t } = useWords()
  return chainNamespace === "bip122" ? (
    <Empty icon="image" title={t("collectibles.hidden")} text={t("collectibles.hiddenText")} />
  ) : (
    <Owned />
  )
}

const Owned = () => {
  const { run } = useEngine()
  const { collectibles } = useFlows()
  useEffect(() => run(collectibles.load), [run, collectibles])
  return (
    <CollectiblesIn
      state={useValue(collectibles.state)}
      onMore={() => run(collectibles.more)}
      onRetry={() => run(collectibles.retry)}
    />
  )
}

interface CollectiblesInProps {
  readonly state: CollectiblesState
  readonly onMore: () => void
  readonly onRetry: () => void
}

const CollectiblesIn = ({ state, onMore, onRetry }: CollectiblesInProps) => {
  const { t } = useWords()
  switch (state._tag) {
    // Of an account that is shown, nothing has been asked yet.
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
          {state.problem !== undefined && <NotRead problem={state.problem} />}
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
          <NotRead problem={state.problem} />
          <Button tone="quiet" onPress={onRetry}>
            {t("shell.tryAgain")}
          </Button>
        </>
      )
  }
}

const NotRead = ({ problem }: { readonly problem: FlowProblem }) => {
  const { say } = useWords()
  const { title, body } = presentFlow(problem, "transactions")
  return <Notice tone="bad" title={say(title)} text={say(body)} />
}
