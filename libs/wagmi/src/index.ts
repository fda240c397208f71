/** The wagmi connector of wmodal. */
export { withWModal } from "./withWModal.ts"
export { type WModalConnectorParameters, wmodalConnector } from "./wmodalConnector.ts"
