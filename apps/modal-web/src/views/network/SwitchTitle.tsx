import type { CaipNetworkId } from "@wmodal/protocol"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useWords } from "../../messages/Words.tsx"

/** The network's name. */
export const SwitchTitle = ({ network }: { readonly network: CaipNetworkId }) => {
  const { engine } = useEngine()
  const { t } = useWords()
  const target = engine.networks.configured.find(({ caipNetworkId }) => caipNetworkId === network)
  return target?.name ?? t("switch.title")
}
