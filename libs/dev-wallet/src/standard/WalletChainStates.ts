import * as z from "zod/mini"
import { type WalletChainName, walletChainNames } from "./WalletChain.ts"

/** The maximum number of stored origins; the oldest are dropped first. */
export const maxOrigins = 1000

const shape = z.object({
  account: z.string().check(z.maxLength(120)),
  origins: z.array(z.string().check(z.maxLength(2048))).check(z.maxLength(maxOrigins)),
})

/** The stored state of one chain. It contains no key. */
interface WalletChainState {
  /** The first address of the selected account. */
  readonly account: string
  /** Origins with permission to see it and request signatures. */
  readonly origins: readonly string[]
}

export type WalletChainStates = Readonly<Partial<Record<WalletChainName, WalletChainState>>>

const shapes = z.partialRecord(z.enum(walletChainNames), shape)

/** The schema of the states in a stored snapshot. */
export const storedWalletChains = z.custom<WalletChainStates>((value) => shapes.safeParse(value).success)
