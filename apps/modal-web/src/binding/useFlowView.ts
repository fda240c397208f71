import { useMessages } from "../messages/Translate.tsx"
import { useEngine } from "./EngineContext.tsx"
import { useFlows } from "./useFlows.ts"

/** What a view of a flow uses: the engine and how its actions run, its flows, and the messages. */
export const useFlowView = () => ({ ...useEngine(), ...useFlows(), ...useMessages() })
