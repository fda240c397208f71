import { lazyService } from "./lazyService.ts"

/** What a connected wallet is for. */
export const { useRoom: useFlows, isThere: flowsAreThere } = lazyService((engine) => engine.flows)
