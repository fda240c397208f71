import type { Address } from "@solana/kit"
import type { LiteSVM } from "litesvm"
import { makeGenesis } from "./genesis.ts"
import { missingAccount } from "./missingAccount.ts"

/** Engines that stand at genesis. */
const idleEngines: LiteSVM[] = []
let pristineEngine: LiteSVM | null = null

/** An engine at genesis, whose clock and slots are still to be set. */
export const acquireEngine = (): LiteSVM => idleEngines.pop() ?? makeGenesis()

/**
 * Takes an engine back to genesis, and keeps it for the next chain: what it holds outside of JavaScript's memory (8 MB)
 * would be freed some time, but nobody knows when.
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
