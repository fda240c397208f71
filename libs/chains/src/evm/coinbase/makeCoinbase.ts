import type { Connector } from "../../contract/Connector.ts"
import { lazyConnector } from "../../wallet/lazyConnector.ts"
import { describeConnector } from "../EvmConnectorInfo.ts"
import type { CoinbaseOptions } from "./CoinbaseOptions.ts"

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="#0052ff"/><circle cx="20" cy="20" r="13" fill="#fff"/><rect x="16" y="16" width="8" height="8" rx="1.5" fill="#0052ff"/></svg>',
)}`

/** Source: the AppKit 1.7.2 wire. */
export const coinbaseInfo = {
  id: "coinbaseWalletSDK",
  name: "Coinbase Wallet",
  type: "EXTERNAL",
  icon,
  rdns: "com.coinbase.wallet",
  explorerId: "fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa",
} as const

/** Returns the connector of Coinbase Wallet. The library and what uses it load with the first request. */
export const makeCoinbase = (options: CoinbaseOptions): Connector => {
  let addNote: Parameters<NonNullable<Connector["watchRequests"]>>[0] = () => {}
  return {
    ...lazyConnector(describeConnector(coinbaseInfo), async () => {
      const [{ openCoinbase }, library] = await Promise.all([import("./openCoinbase.ts"), options.load()])
      return openCoinbase(library, options, (note) => addNote(note))
    }),
    watchRequests: (add) => {
      addNote = add
    },
  }
}
