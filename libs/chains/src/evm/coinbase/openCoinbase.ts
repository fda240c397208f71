import { parseUrl } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Connector, OutsideRequest } from "../../contract/Connector.ts"
import { ConnectorError } from "../../contract/ConnectorError.ts"
import { readMember } from "../../wallet/readMember.ts"
import { type Eip1193Provider, isEip1193Provider } from "../Eip1193Provider.ts"
import { evmConnector } from "../EvmConnector.ts"
import type { CoinbaseLibrary, CoinbaseOptions } from "./CoinbaseOptions.ts"
import { coinbaseInfo } from "./makeCoinbase.ts"

/** The hosts of the library. Source: `@coinbase/wallet-sdk` 4.4.0, `core/constants`. */
const popupUrl = "https://keys.coinbase.com/connect"
const nodeUrl = "https://rpc.wallet.coinbase.com"
const appRelayUrl = "https://www.walletlink.org"

/** What the library answers itself. Source: the same, `SCWSigner.request`. */
const localMethods = new Set([
  "eth_accounts",
  "eth_coinbase",
  "net_version",
  "eth_chainId",
  "wallet_getCapabilities",
])

/** What the library asks the user for, in the pop-up or in the wallet's app. Source: the same. */
const isPrompt = (method: string) =>
  /^(personal_|eth_(requestAccounts|sign|sendTransaction|ecRecover)|wallet_(sign|addEthereumChain|switchEthereumChain|watchAsset|sendCalls|showCallsStatus|grantPermissions|connect))/.test(
    method,
  )

interface TextStorage {
  readonly getItem: (name: string) => string | null
}

/** Returns a text of the library's storage; `null` without one. A browser may block it. */
const readText = (name: string): string | null => {
  try {
    return (globalThis as { readonly localStorage?: TextStorage }).localStorage?.getItem(name) ?? null
  } catch {
    return null
  }
}

const readStored = (name: string): unknown => {
  try {
    return JSON.parse(readText(name) ?? "null")
  } catch {
    return null
  }
}

/** The wallet names the node of each network when it connects; the library reads from it. */
const getNodeUrl = (): string => {
  const url = readMember(readStored("-CBWSDK:SCWStateManager:activeChain"), "rpcUrl")
  return typeof url === "string" && parseUrl(url) !== null ? url : nodeUrl
}

const isOverApp = () => readText("-CBWSDK:SignerConfigurator:SignerType") === "walletlink"

const findAddresses = (value: unknown): readonly string[] => {
  if (typeof value === "string") return /^0x[0-9a-f]{40}$/i.test(value) ? [value] : []
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(findAddresses) : []
}
const findFields = (value: unknown): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap(findFields)
  return typeof value === "object" && value !== null ? Object.keys(value) : []
}

/** Returns what a request tells to whom; `null` if it leaves the page with nothing. */
const describeRequest = (
  method: string,
  params: unknown,
  popup: string,
  isConnected: boolean,
): OutsideRequest | null => {
  if (localMethods.has(method)) return null
  // The library keeps the accounts of an earlier visit.
  if (method === "eth_requestAccounts" && isConnected) return null
  const told = { call: method, fields: [...new Set(findFields(params))], addresses: findAddresses(params) }
  if (!isPrompt(method)) return { host: new URL(getNodeUrl()).host, purpose: "node", ...told }
  return { host: new URL(isOverApp() ? appRelayUrl : popup).host, purpose: "wallet", ...told }
}

const getPageTitle = (): string => {
  const title = readMember(readMember(globalThis, "document"), "title")
  return typeof title === "string" && title !== "" ? title : "App"
}

/** Returns a connector over the library. Every request that leaves the page is reported before it is sent. */
export const openCoinbase = (
  { createCoinbaseWalletSDK }: CoinbaseLibrary,
  { appLogoUrl, appName = getPageTitle(), preference = "all", url }: CoinbaseOptions,
  addNote: (note: OutsideRequest) => void,
): Connector => {
  const library = createCoinbaseWalletSDK({
    appName,
    ...(appLogoUrl !== undefined && { appLogoUrl }),
    // 4.4.0 sends no telemetry; other versions of the library do unless it is turned off.
    preference: { options: preference, telemetry: false, ...(url !== undefined && { keysUrl: url }) },
  }).getProvider()
  if (!isEip1193Provider(library)) throw new TypeError("The library of Coinbase Wallet has no provider.")
  const isConnected = () => Array.isArray(readStored("-CBWSDK:SCWStateManager:accounts"))
  const provider: Eip1193Provider = {
    request: (request) => {
      const note = describeRequest(request.method, request.params, url ?? popupUrl, isConnected())
      if (note !== null) addNote(note)
      return library.request(request)
    },
    on: (event, listener) => library.on?.(event, listener),
    removeListener: (event, listener) => library.removeListener?.(event, listener),
  }
  return {
    ...evmConnector(provider, coinbaseInfo),
    // The library ends the session; `wallet_revokePermissions` would go to a node.
    disconnect: Effect.tryPromise({
      try: async () => {
        await (readMember(library, "disconnect") as () => Promise<void>).call(library)
      },
      catch: (cause) =>
        new ConnectorError({
          connectorId: coinbaseInfo.id,
          reason: { _tag: "Failed", code: null, text: String(cause).slice(0, 200) },
        }),
    }),
  }
}
