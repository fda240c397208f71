import { lazy } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import { fetchBalance } from "./balance.ts"
import { broadcast, readSigned, toTransactionHash } from "./broadcast.ts"
import { takeCheckpoint } from "./checkpoint.ts"
import { explainRequest } from "./explain/explainRequest.ts"
import { filterOwned } from "./filterOwned.ts"
import { normalizeAddress } from "./normalizeAddress.ts"
import { buildPayment } from "./payment/buildPayment.ts"
import { estimatePayment } from "./payment/estimatePayment.ts"
import { solanaRules } from "./rules.ts"
import { findTransaction } from "./search/findTransaction.ts"
import { simulateTransfer } from "./simulateTransfer.ts"
import { fetchSpendableBalance, fetchToken, fetchTokenBalance } from "./token.ts"

/** The engine's actions on Solana networks. */
export const solanaActions: ChainActions = {
  rules: solanaRules,
  address: normalizeAddress,
  balance: fetchBalance,
  tokenBalance: fetchTokenBalance,
  spendableBalance: fetchSpendableBalance,
  token: fetchToken,
  estimate: estimatePayment,
  build: buildPayment,
  simulate: simulateTransfer,
  takeCheckpoint,
  find: findTransaction,
  toTransactionHash,
  readSigned,
  broadcast,
  filterOwned,
  explain: explainRequest,
  // An account of a key runs no code.
  isDelegated: () => Effect.succeed(false),
  contracts: null,
  // A pending transaction expires within a minute and cannot be replaced.
  bumpFee: null,
  history: null,
  readServerTransaction: lazy(
    async () => (await import("./server/readServerTransaction.ts")).readServerTransaction,
  ),
}
