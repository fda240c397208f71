import type { Effect, Semaphore } from "effect"
import type { ProviderError } from "../ProviderError.ts"
import type { makeRequireApprovalOnce, WalletAccess } from "../WalletAccess.ts"
import { getAssets } from "./assets.ts"
import { getCallsStatus, showCallsStatus } from "./callsStatus.ts"
import { getCapabilities } from "./capabilities.ts"
import { makeSendCalls } from "./sendCalls.ts"

type BatchMethod = (origin: string, params: readonly unknown[]) => Effect.Effect<unknown, ProviderError>

/** The methods of EIP-5792 and EIP-7811. Without a smart account, only the one that reports its absence. */
export const makeBatchMethods = (
  wallet: WalletAccess,
  approvedOnce: ReturnType<typeof makeRequireApprovalOnce>,
  sending: Semaphore.Semaphore,
): ReadonlyMap<string, BatchMethod> => {
  const always: readonly (readonly [string, BatchMethod])[] = [
    ["wallet_getCapabilities", (origin, params) => getCapabilities(wallet, origin, params)],
  ]
  const smart: readonly (readonly [string, BatchMethod])[] = [
    ["wallet_sendCalls", makeSendCalls(wallet, sending)],
    ["wallet_getCallsStatus", (origin, params) => getCallsStatus(wallet, origin, params)],
    ["wallet_showCallsStatus", (origin, params) => showCallsStatus(wallet, approvedOnce, origin, params)],
    ["wallet_getAssets", (origin, params) => getAssets(wallet, origin, params)],
  ]
  return new Map([...always, ...(wallet.smartAccount ? smart : [])])
}
