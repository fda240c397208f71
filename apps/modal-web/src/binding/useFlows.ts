import { lateRoom } from "./lateRoom.ts"

/** What a connected wallet is for. */
export const { useRoom: useFlows, isThere: flowsAreThere } = lateRoom((engine) => engine.flows)
