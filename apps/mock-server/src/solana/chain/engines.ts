import type { Address } from "@solana/kit"
import type { LiteSVM } from "litesvm"
import { makeGenesis } from "./genesis.ts"
import { goneAccount } from "./goneAccount.ts"

/** Engines that stand at genesis. */
const idle: LiteSVM[] = []
let pristine: LiteSVM | null = null

/** An engine at genesis, whose clock and slots are still to be set. */
export const takeEngine = (): LiteSVM => idle.pop() ?? makeGenesis()

/**
 * Takes an engine back to genesis, and keeps it for the next chain: what it holds outside of JavaScript's memory (8 MB)
 * would be freed some time, but nobody knows when.
 * @param written every account that may have changed since genesis.
 */
export const giveBack = (engine: LiteSVM, written: readonly Address[]): void => {
  pristine ??= makeGenesis()
  for (const address of written) {
    const account = pristine.getAccount(address)
    engine.setAccount(account.exists ? account : goneAccount(address))
  }
  idle.push(engine)
}
