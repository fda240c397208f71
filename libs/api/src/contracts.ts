import { getAnalyticsConfig, postAnalyticsEvent } from "./analytics/contract.ts"
import {
  getAuthMe,
  getAuthNonce,
  patchAuthMetadata,
  postAuthenticate,
  postAuthSignOut,
} from "./auth/contract.ts"
import { getBalance, getIdentity, getSupportedChains, postJsonRpc } from "./blockchain/contract.ts"
import {
  getBuildApprove,
  getConvertAllowance,
  getConvertGasPrice,
  getConvertQuotes,
  getConvertTokens,
  postBuildTransaction,
} from "./convert/contract.ts"
import {
  getAssetImage,
  getCurrencyImage,
  getTokenImage,
  getWalletImage,
  getWallets,
} from "./directory/contract.ts"
import { getHistory } from "./history/contract.ts"
import { getNameAccount, getNameReverse, getNameSuggestions, postNameAccount } from "./names/contract.ts"
import { getOnrampOptions, postOnrampQuote, postOnrampUrl } from "./onramp/contract.ts"
import { postFungiblePrice } from "./prices/contract.ts"
import { getSessions, postSession, postSessionActivate, postSessionRevoke } from "./sessions/contract.ts"

/** Every call with a JSON response, by name, for consumers that list them, such as a server's description. */
export const contracts = {
  getWallets,
  getAnalyticsConfig,
  postAnalyticsEvent,
  getAuthNonce,
  postAuthenticate,
  getAuthMe,
  patchAuthMetadata,
  postAuthSignOut,
  getSupportedChains,
  getIdentity,
  getHistory,
  getBalance,
  getConvertTokens,
  getConvertQuotes,
  getConvertAllowance,
  getConvertGasPrice,
  getBuildApprove,
  postBuildTransaction,
  postFungiblePrice,
  getNameAccount,
  getNameReverse,
  getNameSuggestions,
  postNameAccount,
  postOnrampUrl,
  getOnrampOptions,
  postOnrampQuote,
  getSessions,
  postSession,
  postSessionActivate,
  postSessionRevoke,
  postJsonRpc,
} as const

/** Every call with an image response. */
export const imageRoutes = { getWalletImage, getAssetImage, getTokenImage, getCurrencyImage } as const
