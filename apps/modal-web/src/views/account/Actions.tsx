import type { View, WalletFeature } from "@wmodal/core"
import { getBuyObstacle } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import type { MessageId } from "../../messages/Catalogue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon, type IconName } from "../../ui/Icon.tsx"

interface AccountAction {
  readonly word: MessageId
  readonly icon: IconName
  readonly view: View
}

/** The views of the features. */
const actions: Readonly<Record<WalletFeature, AccountAction>> = {
  onramp: { word: "account.buy", icon: "plus", view: { _tag: "OnRampProviders" } },
  swaps: { word: "account.swap", icon: "flip", view: { _tag: "Swap" } },
  receive: { word: "account.receive", icon: "arrive", view: { _tag: "WalletReceive" } },
  send: { word: "account.send", icon: "out", view: { _tag: "WalletSend" } },
}

/** The actions of the account view, in the host's order. */
export const Actions = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { features, walletFeaturesOrder } = engine.options
  const swapsHere = useValue(useFlows().swap.offered)
  const { network } = useValue(engine.networks.shown)
  const isHere = (feature: WalletFeature) =>
    feature === "swaps" ? swapsHere : feature !== "onramp" || getBuyObstacle(engine.options, network) === null
  const offered = [...new Set(walletFeaturesOrder)].flatMap((feature) =>
    features[feature] && isHere(feature) ? actions[feature] : [],
  )
  if (offered.length === 0) return null
  return (
    <div className="actions">
      {offered.map(({ word, icon, view }) => (
        <button key={word} type="button" className="action" onClick={() => run(engine.router.push(view))}>
          <Icon name={icon} />
          <span>{t(word)}</span>
        </button>
      ))}
    </div>
  )
}
