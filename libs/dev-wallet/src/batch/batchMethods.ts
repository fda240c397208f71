import type { Effect, Semaphore } from "effect"
import type { ProviderError } from "../ProviderError.ts"
import type { makeApprovedOnce, WalletAccess } from "../WalletAccess.ts"
import { assets } from "./assets.ts"
import { callsStatus, showCallsStatus } from "./callsStatus.ts"
import { capabilities } from "./capabilities.ts"
import { makeSendCalls } from "./sendCalls.ts"

type Method = (origin: string, params: readonly unknown[]) => Effect.Effect<unknown, ProviderError>

/** The methods of EIP-5792 and EIP-7811: where the wallet has no smart account, only the one that says so. */
export const batchMethods = (
  wallet: WalletAccess,
  approvedOnce: ReturnType<typeof makeApprovedOnce>,
  sending: Semaphore.Semaphore,
): ReadonlyMap<string, Method> => {
  const always: readonly (readonly [string, Method])[] = [
    ["wallet_getCapabilities", (origin, params) => capabilities(wallet, origin, params)],
  ]
  const smart: readonly (readonly [string, Method])[] = [
    ["wallet_sendCalls", makeSendCalls(wallet, sending)],
    ["wallet_getCallsStatus", (origin, params) => callsStatus(wallet, origin, params)],
    ["wallet_showCallsStatus", (origin, params) => showCallsStatus(wallet, approvedOnce, origin, params)],
    ["wallet_getAssets", (origin, params) => assets(wallet, origin, params)],
  ]
  return new Map([...always, ...(wallet.smartAccount ? smart : [])])
}
