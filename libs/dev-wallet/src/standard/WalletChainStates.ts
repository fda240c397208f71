import * as z from "zod/mini"
import { type WalletChainName, walletChainNames } from "./WalletChain.ts"

/** What a wallet keeps at most; the oldest are forgotten first. */
export const maxOrigins = 1000

const shape = z.object({
  account: z.string().check(z.maxLength(120)),
  origins: z.array(z.string().check(z.maxLength(2048))).check(z.maxLength(maxOrigins)),
})

/** What a wallet remembers of one of its chains. It holds no key. */
interface WalletChainState {
  /** The first address of the selected account. */
  readonly account: string
  /** Who may see it and ask for signatures. */
  readonly origins: readonly string[]
}

export type WalletChainStates = Readonly<Partial<Record<WalletChainName, WalletChainState>>>

const shapes = z.partialRecord(z.enum(walletChainNames), shape)

/** In a stored snapshot. */
export const storedWalletChains = z.custom<WalletChainStates>((value) => shapes.safeParse(value).success)
