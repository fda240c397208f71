import type { Actions } from "../contract/Actions.ts"
import { address } from "./address.ts"
import { balance } from "./balance.ts"
import { broadcast, hashOf } from "./broadcast.ts"
import { contracts } from "./contracts/contracts.ts"
import { delegated } from "./delegated.ts"
import { estimate } from "./estimate.ts"
import type { DescriptorFile } from "./explain/DescriptorFile.ts"
import { find } from "./find.ts"
import { makeExplain } from "./makeExplain.ts"
import { mark } from "./mark.ts"
import { owned } from "./owned.ts"
import { simulate } from "./simulate.ts"
import { spendable } from "./spendable.ts"
import { token, tokenBalance } from "./token.ts"
import { build } from "./transaction.ts"

/**
 * What the engine can do on EVM networks. `descriptors` are the host's own, beside those that come along;
 * `warn` is told which of them do not hold.
 */
export const makeEvmActions = (
  descriptors: readonly DescriptorFile[],
  warn?: (text: string) => void,
): Actions => ({
  address,
  balance,
  tokenBalance,
  spendable,
  token,
  estimate,
  build,
  simulate,
  mark,
  find,
  hashOf,
  broadcast,
  delegated,
  owned,
  explain: makeExplain(descriptors, warn),
  contracts,
  // A wallet does that, by a higher fee for the same nonce.
  raiseFee: null,
  history: null,
})
