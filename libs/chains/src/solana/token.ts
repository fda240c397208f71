import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import { sanitizeLine } from "../text/printable.ts"
import { decodeMint } from "./account/Mint.ts"
import { fetchAccounts } from "./account/SolanaAccount.ts"
import { fetchTokenAccounts, selectSources, sumAmounts } from "./account/tokenBalances.ts"
import { decodeMetaplexNames, decodeMintNames, metadataAddress } from "./account/tokenMetadata.ts"
import { fetchLamports, fetchSmaller } from "./balance.ts"
import { metaplexMetadataAddress } from "./program/programAddress.ts"

/** Returns the token balance of `address` over all its accounts, including frozen ones. */
export const fetchTokenBalance: ChainActions["tokenBalance"] = ({ address, rpc, token }) =>
  Effect.map(fetchTokenAccounts(rpc, { owner: address, token }), sumAmounts)

/** Returns the amount that one transaction can spend: the smaller of the processed and the confirmed one. */
export const fetchSpendableBalance: ChainActions["spendableBalance"] = ({ address, rpc, token }) =>
  fetchSmaller((commitment) =>
    token === null
      ? fetchLamports(rpc, address, commitment)
      : Effect.map(fetchTokenAccounts(rpc, { owner: address, token, commitment }), (holdings) =>
          sumAmounts(selectSources(holdings)),
        ),
  )

/**
 * Fetches a token's names: from the mint itself, the account that it names, or Metaplex. Source:
 * spl-token-metadata-interface.
 */
export const fetchToken: ChainActions["token"] = Effect.fnUntraced(function* ({ rpc, token }) {
  const [account = null, named = null] = yield* fetchAccounts(rpc, [token, metaplexMetadataAddress(token)])
  const mint = decodeMint(account)
  if (account === null || mint === null) return null
  const pointer = metadataAddress(account)
  const pointed =
    pointer === null || pointer === token ? null : ((yield* fetchAccounts(rpc, [pointer]))[0] ?? null)
  const names =
    (pointer === token ? decodeMintNames(account) : decodeMetaplexNames(pointed, token)) ??
    decodeMetaplexNames(named, token)
  return {
    decimals: mint.decimals,
    symbol: sanitizeLine(names?.symbol ?? "", 32),
    name: sanitizeLine(names?.name ?? "", 64),
    ...(mint.isRecallable && { isRecallable: true }),
  }
})
