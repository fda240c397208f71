import { useMessages } from "../messages/Translate.tsx"
import { useEngine } from "./EngineContext.tsx"
import { lazyService } from "./lazyService.ts"

/** The flows of a connected wallet. */
export const { useRoom: useFlows, isThere: flowsAreThere } = lazyService((engine) => engine.flows)

/** What a view of a flow uses: the engine and how its actions run, its flows, and the messages. */
export const useFlowView = () => ({ ...useEngine(), ...useFlows(), ...useMessages() })
