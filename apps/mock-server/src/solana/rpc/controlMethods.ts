import * as z from "zod/mini"
import { type Method, method } from "./Method.ts"
import { Pubkey, U64 } from "./params.ts"
import { invalidParams } from "./RpcFailure.ts"
import { airdrop } from "./transactionMethods.ts"

/** More than an epoch is of no use to anyone. */
const maxBlocks = 432_000

/** What no real node does: the control API alone may ask for it. */
export const controlMethods: Readonly<Record<string, Method>> = {
  /** `[address, lamports]`: an airdrop on any network, mainnet too. */
  litesvm_airdrop: method(z.tuple([Pubkey, U64]), (chain, [address, lamports]) =>
    airdrop(chain, address, lamports),
  ),

  /** `[blocks]`: so many pass without a transaction; after 150 every blockhash that was given out is too old. */
  litesvm_advance: method(z.tuple([U64]), (chain, [blocks]) => {
    if (blocks === 0 || blocks > maxBlocks) throw invalidParams(`From 1 to ${maxBlocks} blocks`)
    chain.advance(blocks)
    return chain.head().slot
  }),
}
