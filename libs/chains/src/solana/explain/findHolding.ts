import type { TokenAccount } from "../account/TokenAccount.ts"
import type { ResolvedTransaction } from "./resolveTransaction.ts"

/**
 * Returns the owner and the token of a token account at a step: as an earlier step opens it, else as a node says it;
 * `null` if unknown. An account that is closed may be opened again for another token.
 */
export const findHolding = (
  { decodedInstructions, holdings }: ResolvedTransaction,
  account: string,
  at: number,
): Pick<TokenAccount, "owner" | "token"> | null =>
  decodedInstructions
    .slice(0, at)
    .flatMap((step) =>
      (step._tag === "MakeAssociated" || step._tag === "OpenHolding") && step.account === account ? step : [],
    )
    .at(-1) ??
  holdings.get(account) ??
  null
