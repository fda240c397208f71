import { lazyService } from "./lazyService.ts"

/** The flows of a connected wallet. */
export const { useRoom: useFlows, isThere: flowsAreThere } = lazyService((engine) => engine.flows)
