import { type Address, address } from "@solana/kit"
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from "@solana-program/compute-budget"
import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token"

type ProgramName =
  | "system"
  | "computeBudget"
  | "token"
  | "token2022"
  | "associatedToken"
  | "lookupTable"
  | "metadata"
  | "memo"
  | "olderMemo"
  | "stake"
  | "upgradeableLoader"

/** The addresses of programs that exist on every Solana network. Typed by name: there may be several copies of the kit. */
export const programs: Readonly<Record<ProgramName, Address>> = {
  system: SYSTEM_PROGRAM_ADDRESS,
  computeBudget: COMPUTE_BUDGET_PROGRAM_ADDRESS,
  token: TOKEN_PROGRAM_ADDRESS,
  token2022: address("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"),
  associatedToken: ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  lookupTable: address("AddressLookupTab1e1111111111111111111111111"),
  metadata: address("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s"),
  memo: address("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr"),
  olderMemo: address("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo"),
  stake: address("Stake11111111111111111111111111111111111111"),
  upgradeableLoader: address("BPFLoaderUpgradeab1e11111111111111111111111"),
}

/** The mint of wrapped SOL. */
export const wrappedSol = "So11111111111111111111111111111111111111112"

export const isTokenProgram = (program: string): boolean =>
  program === programs.token || program === programs.token2022
