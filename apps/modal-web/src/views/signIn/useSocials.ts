import { getOfferedProviders } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"

/** Returns the usable providers in display order. */
export const useSocials = () => {
  const { engine, place } = useEngine()
  return getOfferedProviders(engine.options, place.device)
}
