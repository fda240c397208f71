import type { CaipNetworkId } from "@wmodal/protocol"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"

/** The network's name. */
export const SwitchTitle = ({ network }: { readonly network: CaipNetworkId }) => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const target = engine.networks.configured.find(({ caipNetworkId }) => caipNetworkId === network)
  return target?.name ?? t("switch.title")
}
