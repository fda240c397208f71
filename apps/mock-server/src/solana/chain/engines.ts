import type { Address } from "@solana/kit"
import type { LiteSVM } from "litesvm"
import { makeGenesis } from "./genesis.ts"
import { missingAccount } from "./missingAccount.ts"

/** Idle engines, reset to genesis. */
const idleEngines: LiteSVM[] = []
let pristineEngine: LiteSVM | null = null

/** Returns an engine at genesis, whose clock and slots are not set yet. */
export const acquireEngine = (): LiteSVM => idleEngines.pop() ?? makeGenesis()

/**
 * Resets an engine to genesis and keeps it for the next chain: the garbage collector frees its 8 MB of native memory
 * too late.
 * @param written every account that may have changed since genesis.
 */
export const releaseEngine = (engine: LiteSVM, written: readonly Address[]): void => {
  pristineEngine ??= makeGenesis()
  for (const address of written) {
    const account = pristineEngine.getAccount(address)
    engine.setAccount(account.exists ? account : missingAccount(address))
  }
  idleEngines.push(engine)
}
