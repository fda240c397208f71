import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import { normalizeRecipient } from "./addressScripts.ts"
import { fetchBalance } from "./balance.ts"
import { broadcast, readSigned, toTransactionHash } from "./broadcast.ts"
import { buildPayment } from "./buildPayment.ts"
import { bumpFee } from "./bumpFee.ts"
import { takeCheckpoint } from "./checkpoint.ts"
import { estimatePayment } from "./estimatePayment.ts"
import { explainRequest } from "./explainRequest.ts"
import { fetchHistoryPage } from "./fetchHistory.ts"
import { findTransaction } from "./findTransaction.ts"
import { bitcoinRules } from "./rules.ts"
import { simulateTransfer } from "./simulateTransfer.ts"
import { fetchSpendableBalance } from "./utxos.ts"

/** The engine's actions on Bitcoin networks: no tokens, contracts or collectibles. */
export const bitcoinActions: ChainActions = {
  rules: bitcoinRules,
  address: normalizeRecipient,
  balance: fetchBalance,
  tokenBalance: () => Effect.succeed(0n),
  spendableBalance: fetchSpendableBalance,
  token: () => Effect.succeed(null),
  estimate: estimatePayment,
  build: buildPayment,
  simulate: simulateTransfer,
  takeCheckpoint,
  find: findTransaction,
  toTransactionHash,
  readSigned,
  broadcast,
  isDelegated: () => Effect.succeed(false),
  filterOwned: () => Effect.succeed([]),
  explain: explainRequest,
  contracts: null,
  bumpFee,
  history: fetchHistoryPage,
  readServerTransaction: null,
}
