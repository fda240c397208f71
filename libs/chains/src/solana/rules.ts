import { formatSolanaUri } from "@wmodal/protocol"
import type { ChainRules } from "../contract/ChainRules.ts"
import { toGenesisReference } from "../text/toGenesisReference.ts"

/** The placeholder of the native currency. Source: the AppKit 1.7.2 wire. */
const nativeAddress = "So11111111111111111111111111111111111111111"

/** The rules of Solana networks. */
export const solanaRules: ChainRules = {
  nativeCurrency: { symbol: "SOL", decimals: 9 },
  nativeAddress,
  hasRecallableTokens: true,
  accountType: "eoa",
  hasSmartAccounts: false,
  parseNetworkNumber: () => null,
  getCoinTypes: () => [501],
  findOtherNetwork: () => null,
  sharesAddresses: true,
  toPaymentUri: ({ address, amount, token }) => formatSolanaUri({ recipient: address, amount, token }),
  isBurnAddress: (address) => burnAddresses.has(address),
  spendsUtxos: false,
  hasCollectibles: true,
  // Each collectible is a mint of its own.
  parseCollectibleId: () => "",
  hasCombinedPaymentForm: true,
  signsTypedData: false,
  isTransactionHash: (text) => /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text),
  newestBlock: { method: "getBlockHeight" },
  identity: { method: "getGenesisHash", toReference: toGenesisReference },
}

/** The system program, the incinerator, the placeholders of the native currency, and the token programs. */
const burnAddresses: ReadonlySet<string> = new Set([
  "11111111111111111111111111111111",
  "1nc1nerator11111111111111111111111111111111",
  nativeAddress,
  "So11111111111111111111111111111111111111112",
  "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
  "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb",
  "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL",
])
