import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import { sanitizeLine } from "../text/printable.ts"
import { readAccounts } from "./account/Account.ts"
import { readHoldings, sourcesIn, totalOf } from "./account/holdings.ts"
import { mintIn } from "./account/Mint.ts"
import { namesInMetaplex, namesInMint, pointedTo } from "./account/metadata.ts"
import { readBalance, smallerOf } from "./balance.ts"
import { metadataAccount } from "./program/derivedAddress.ts"

/** All that `address` has of a token, in however many accounts, frozen ones among them. */
export const tokenBalance: Actions["tokenBalance"] = ({ address, rpc, token }) =>
  Effect.map(readHoldings(rpc, { owner: address, token }), totalOf)

/** What one transaction can take, as of now and as of the newest sure block, whichever is less. */
export const spendable: Actions["spendable"] = ({ address, rpc, token }) =>
  smallerOf((commitment) =>
    token === null
      ? readBalance(rpc, address, commitment)
      : Effect.map(readHoldings(rpc, { owner: address, token, commitment }), (holdings) =>
          totalOf(sourcesIn(holdings)),
        ),
  )

/** Named by itself, else by the account that it names, else by Metaplex's. Source: spl-token-metadata-interface. */
export const token: Actions["token"] = Effect.fnUntraced(function* ({ rpc, token }) {
  const [account = null, named = null] = yield* readAccounts(rpc, [token, metadataAccount(token)])
  const mint = mintIn(account)
  if (account === null || mint === null) return null
  const pointer = pointedTo(account)
  const elsewhere =
    pointer === null || pointer === token ? null : ((yield* readAccounts(rpc, [pointer]))[0] ?? null)
  const names =
    (pointer === token ? namesInMint(account) : namesInMetaplex(elsewhere, token)) ??
    namesInMetaplex(named, token)
  return {
    decimals: mint.decimals,
    symbol: sanitizeLine(names?.symbol ?? "", 32),
    name: sanitizeLine(names?.name ?? "", 64),
  }
})
