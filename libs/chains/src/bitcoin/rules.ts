import { formatBitcoinUri, parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"
import type { ChainRules } from "../contract/ChainRules.ts"
import { toGenesisReference } from "../text/toGenesisReference.ts"

/** The rules of Bitcoin networks. */
export const bitcoinRules: ChainRules = {
  nativeCurrency: { symbol: "BTC", decimals: 8 },
  nativeAddress: null,
  accountType: "payment",
  hasSmartAccounts: false,
  parseNetworkNumber: () => null,
  getCoinTypes: () => [0],
  findOtherNetwork: (address, { testnet }) => {
    const parsed = parseBitcoinAddress(address)
    if (Result.isFailure(parsed)) return null
    const { network } = parsed.success
    if ((network === "mainnet") === (testnet !== true)) return null
    return network === "mainnet" ? "Bitcoin" : "Bitcoin Testnet"
  },
  sharesAddresses: false,
  toPaymentUri: ({ address, amount, token }) =>
    token.address === null ? formatBitcoinUri({ address, amount }) : null,
  isBurnAddress: () => false,
  spendsUtxos: true,
  hasCollectibles: false,
  parseCollectibleId: () => null,
  hasCombinedPaymentForm: false,
  signsTypedData: false,
  isTransactionHash: (text) => /^[0-9a-f]{64}$/i.test(text),
  newestBlock: { method: "GET", params: ["/blocks/tip/height"] },
  identity: { method: "GET", params: ["/block-height/0"], toReference: toGenesisReference },
}
