import type { Network } from "@wmodal/protocol"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { NetworkList } from "../network/NetworkList.tsx"
import { FeatureDisabled } from "../wallet/FeatureDisabled.tsx"

/** A notice that the current network has no swaps, with the networks that have. */
export const NoSwaps = ({ networks }: { readonly networks: readonly Network[] }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { network } = useValue(engine.networks.shown)
  const title = t("swap.unsupported", { network: network.name })
  return networks.length === 0 ? (
    <FeatureDisabled icon="flip" title={title} text={t("swap.unsupportedNone")} />
  ) : (
    <>
      <Notice tone="info" title={title} text={t("swap.unsupportedText")} />
      <h2 className="list-heading">{t("switch.title")}</h2>
      <NetworkList
        networks={networks}
        current={null}
        onPick={(picked) => run(engine.networks.pick(picked))}
      />
    </>
  )
}
