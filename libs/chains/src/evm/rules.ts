import {
  anyEvmCoinType,
  etherCoinType,
  evmNativeAddress,
  formatEthereumUri,
  toEvmCoinType,
} from "@wmodal/protocol"
import { Result } from "effect"
import type { ChainRules } from "../contract/ChainRules.ts"
import { decodeChainId } from "./chainId.ts"
import { findChecksumChain } from "./checksumAddress.ts"
import { isNativeContract } from "./nativeContracts.ts"

/** The rules of EVM networks. */
export const evmRules: ChainRules = {
  nativeCurrency: { symbol: "ETH", decimals: 18 },
  nativeAddress: evmNativeAddress,
  isNativeContract,
  accountType: "eoa",
  hasSmartAccounts: true,
  parseNetworkNumber: (reference) => (/^[1-9]\d{0,15}$/.test(reference) ? Number(reference) : null),
  getCoinTypes: ({ id }) => {
    const type = toEvmCoinType(Number(id))
    const own = Result.isSuccess(type) ? [type.success] : []
    return [...(Number(id) === 1 ? [etherCoinType] : []), ...own, anyEvmCoinType]
  },
  // One address is valid on every network, but some have a checksum of their own.
  findOtherNetwork: (address, { id }) => {
    const named = findChecksumChain(address)
    return named === null || named.id === Number(id) ? null : named.name
  },
  sharesAddresses: true,
  toPaymentUri: ({ address, amount, network, token }) =>
    formatEthereumUri({ address, amount, chainId: Number(network.id), token: token.address }),
  // The zero address, the next few after it, and the placeholder of the native currency.
  isBurnAddress: (address) => /^0x(?:0{36}[0-9a-f]{4}|e{40})$/i.test(address),
  spendsUtxos: false,
  hasCollectibles: true,
  parseCollectibleId: (id) => (id == null || !/^\d{1,78}$/.test(id) ? null : BigInt(id).toString()),
  hasCombinedPaymentForm: false,
  signsTypedData: true,
  isTransactionHash: (text) => /^0x[0-9a-f]{64}$/i.test(text),
  newestBlock: { method: "eth_blockNumber" },
  identity: { method: "eth_chainId", toReference: (answer) => decodeChainId(answer)?.toString() ?? null },
}
