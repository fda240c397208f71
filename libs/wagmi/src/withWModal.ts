import type { CreateConnectorFn } from "@wagmi/core"
import type { WModal } from "@wmodal/modal-web"
import { wmodalConnector } from "./wmodalConnector.ts"

/** The parameters of wagmi's `createConfig` that `withWModal` reads. */
export interface WithWModalParameters {
  readonly connectors?: readonly CreateConnectorFn[]
  readonly multiInjectedProviderDiscovery?: boolean
}

/**
 * Adds the connector to the parameters of wagmi's `createConfig`, as its first one. The modal discovers the browser's
 * wallets itself, so wagmi's own discovery is off, unless the page turns it on.
 */
export const withWModal = <Parameters extends object>(
  modal: WModal,
  parameters: Parameters & WithWModalParameters,
): Parameters & Required<WithWModalParameters> => ({
  ...parameters,
  connectors: [wmodalConnector({ modal }), ...(parameters.connectors ?? [])],
  multiInjectedProviderDiscovery: parameters.multiInjectedProviderDiscovery ?? false,
})
