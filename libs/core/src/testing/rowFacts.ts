import { type Connector, ConnectorError } from "@wmodal/chains"
import { Effect } from "effect"
import type { WalletEntry } from "../connectors/WalletEntry.ts"
import type { RowFacts } from "../connectors/walletRows.ts"
import { defaultConnectorOrder } from "../options/decodeOptions.ts"

/** A connector of this name that does nothing. */
export const connector = (name: string, change: Partial<Connector> = {}): Connector => {
  const id = change.rdns ?? name
  const no = Effect.fail(new ConnectorError({ connectorId: id, reason: { _tag: "Declined" } }))
  return {
    id,
    name,
    type: "ANNOUNCED",
    namespace: "eip155",
    icon: null,
    rdns: null,
    explorerId: null,
    getProvider: () => null,
    connect: () => no,
    restore: no,
    disconnect: no,
    switchNetwork: () => no,
    signMessage: () => no,
    signTypedData: () => no,
    calls: no,
    events: Effect.never,
    ...change,
  }
}

/** An entry of the directory. */
export const listed = (id: string, change: Partial<WalletEntry> = {}): WalletEntry => ({
  id,
  name: `Listed ${id}`,
  icon: null,
  rdns: null,
  certified: false,
  links: { mobile: `${id}://`, desktop: null, webapp: null },
  ...change,
  stores: {
    appStore: null,
    playStore: null,
    chromeStore: null,
    homepage: `https://${id}.example`,
    ...change.stores,
  },
})

/** The input of the rows: nothing, save for what is given. */
export const facts = (
  change: Partial<Omit<RowFacts, "options">> & { readonly options?: Partial<RowFacts["options"]> } = {},
): RowFacts => ({
  connectors: [],
  recent: [],
  featured: [],
  recommended: [],
  used: [],
  excluded: [],
  mobile: false,
  remoteNamespaces: [],
  looking: false,
  awaited: false,
  ...change,
  options: {
    connectorOrder: defaultConnectorOrder,
    excludedWallets: [],
    featuredWallets: [],
    customWallets: [],
    ...change.options,
  },
})
