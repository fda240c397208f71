import type { View, WalletFeature } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import type { MessageId } from "../../messages/Catalogue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Icon, type IconName } from "../../ui/Icon.tsx"

interface Action {
  readonly word: MessageId
  readonly icon: IconName
  readonly view: View
}

/** Those that have a view. */
const actions: Readonly<Partial<Record<WalletFeature, Action>>> = {
  send: { word: "account.send", icon: "out", view: { _tag: "WalletSend" } },
}

/** What a person can do with what they have, in the host's order. */
export const Actions = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const { features, walletFeaturesOrder } = engine.options
  const offered = [...new Set(walletFeaturesOrder)].flatMap(
    (feature) => (features[feature] && actions[feature]) || [],
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
