import { getOfferedProviders } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"

/** The providers that can be used here, in the order to show. */
export const useSocials = () => {
  const { engine, place } = useEngine()
  return getOfferedProviders(engine.options, place.device)
}
