/** The wagmi connector of wmodal. */
export { type WithWModalParameters, withWModal } from "./withWModal.ts"
export { type WModalConnectorParameters, wmodalConnector } from "./wmodalConnector.ts"
