import type { Network } from "@wmodal/protocol"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { NetworkList } from "../network/NetworkList.tsx"
import { TurnedOff } from "../wallet/TurnedOff.tsx"

/** The network shown has no swaps: these have. */
export const NoSwaps = ({ networks }: { readonly networks: readonly Network[] }) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const { network } = useValue(engine.networks.shown)
  const title = t("swap.unsupported", { network: network.name })
  return networks.length === 0 ? (
    <TurnedOff icon="flip" title={title} text={t("swap.unsupportedNone")} />
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
