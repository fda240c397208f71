import type { ChainActions } from "../contract/ChainActions.ts"
import { fetchBalance, fetchSpendableBalance } from "./balance.ts"
import { broadcast, readSigned, toTransactionHash } from "./broadcast.ts"
import { buildTransaction } from "./buildTransaction.ts"
import { takeCheckpoint } from "./checkpoint.ts"
import { contractActions } from "./contracts/contractActions.ts"
import { estimateTransfer } from "./estimateTransfer.ts"
import type { DescriptorFile } from "./explain/DescriptorFile.ts"
import { filterOwned } from "./filterOwned.ts"
import { findTransaction } from "./findTransaction.ts"
import { isDelegated } from "./isDelegated.ts"
import { makeExplain } from "./makeExplain.ts"
import { normalizeAddress } from "./normalizeAddress.ts"
import { evmRules } from "./rules.ts"
import { simulateTransfer } from "./simulateTransfer.ts"
import { fetchToken, fetchTokenBalance } from "./token.ts"

/**
 * Returns the engine's actions on EVM networks. `descriptors` are the host app's own, in addition to the bundled ones;
 * `warn` receives those that are invalid.
 */
export const makeEvmActions = (
  descriptors: readonly DescriptorFile[],
  warn?: (text: string) => void,
): ChainActions => ({
  rules: evmRules,
  address: normalizeAddress,
  balance: fetchBalance,
  tokenBalance: fetchTokenBalance,
  spendableBalance: fetchSpendableBalance,
  token: fetchToken,
  estimate: estimateTransfer,
  build: buildTransaction,
  simulate: simulateTransfer,
  takeCheckpoint,
  find: findTransaction,
  toTransactionHash,
  readSigned,
  broadcast,
  isDelegated,
  filterOwned,
  explain: makeExplain(descriptors, warn),
  contracts: contractActions,
  // Only the wallet can replace a transaction, by a higher fee for the same nonce.
  bumpFee: null,
  history: null,
  readServerTransaction: null,
})
