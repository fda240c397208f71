import type { ChainRules } from "../contract/ChainRules.ts"

/** The rules of Polkadot networks. */
export const polkadotRules: ChainRules = {
  nativeCurrency: { symbol: "DOT", decimals: 10 },
  nativeAddress: null,
  accountType: "eoa",
  hasSmartAccounts: false,
  parseNetworkNumber: () => null,
  getCoinTypes: () => [354],
  findOtherNetwork: () => null,
  sharesAddresses: false,
  toPaymentUri: () => null,
  isBurnAddress: () => false,
  spendsUtxos: false,
  hasCollectibles: false,
  parseCollectibleId: () => null,
  hasCombinedPaymentForm: false,
  signsTypedData: false,
  isTransactionHash: (text) => /^0x[0-9a-f]{64}$/i.test(text),
  newestBlock: { method: "chain_getHeader" },
  identity: null,
}
