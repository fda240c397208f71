import * as z from "zod/mini"
import { type Method, method } from "./Method.ts"
import { Pubkey, Signed, U64 } from "./params.ts"
import { airdrop } from "./transactionMethods.ts"

/** What no real node does: the control API alone may ask for it. */
export const controlMethods: Readonly<Record<string, Method>> = {
  /** `[address, lamports]`: an airdrop on any network, mainnet too. */
  litesvm_airdrop: method(z.tuple([Pubkey, U64]), (chain, [address, lamports]) =>
    airdrop(chain, address, lamports),
  ),

  /** `[signature]`: one that waits is in no block ever, unless it is sent again. */
  litesvm_drop: method(z.tuple([Signed]), (chain, [signature]) => {
    chain.drop(signature)
    return chain.waiting().length
  }),
}
