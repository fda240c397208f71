import type { CreateConfigParameters, Transport } from "@wagmi/core"
import type { Chain } from "@wagmi/core/chains"
import type { WModal } from "@wmodal/modal-web"
import { wmodalConnector } from "./wmodalConnector.ts"

/**
 * Adds the connector to the parameters of wagmi's `createConfig`, as its first one. The modal discovers the browser's
 * wallets itself, so wagmi's own discovery is off, unless the page turns it on.
 */
export const withWModal = <
  const Chains extends readonly [Chain, ...Chain[]],
  Transports extends Record<Chains[number]["id"], Transport>,
>(
  modal: WModal,
  parameters: CreateConfigParameters<Chains, Transports>,
): CreateConfigParameters<Chains, Transports> => ({
  ...parameters,
  connectors: [wmodalConnector({ modal }), ...(parameters.connectors ?? [])],
  multiInjectedProviderDiscovery: parameters.multiInjectedProviderDiscovery ?? false,
})
