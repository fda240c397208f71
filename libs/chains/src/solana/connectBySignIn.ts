import { Effect } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { SignInRequest, SignInResult } from "../contract/WalletCalls.ts"
import { getOutput } from "../standard/featureOutput.ts"
import { requestFeature } from "../standard/requestFeature.ts"
import { decodeList } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/readMember.ts"
import { toConnectorReason } from "../wallet/walletErrors.ts"
import { decodeSignInResult, signInFeature } from "./signInResult.ts"

const maxAccounts = 100

/**
 * Connects by a sign-in: one prompt for both. A wallet that cannot sign this message, and one that signs another,
 * connects without: `null` then.
 * @param toChain returns the wallet's name of a CAIP-2 reference, such as `mainnet`
 */
export const connectBySignIn = (
  wallet: object,
  signIn: () => Promise<SignInRequest | null>,
  toChain: (reference: string) => string | null,
): Effect.Effect<
  { readonly accounts: readonly unknown[]; readonly signed: SignInResult } | null,
  ConnectorReason
> =>
  Effect.gen(function* () {
    const made = yield* Effect.promise(signIn)
    if (made === null) return null
    // Wallets know the networks by their names only.
    const chainId = made.chainId === undefined ? null : toChain(made.chainId)
    const request: SignInRequest = { ...made, ...(chainId !== null && { chainId }) }
    const answer = yield* Effect.catch(requestFeature(wallet, signInFeature, request), (thrown) => {
      const reason = toConnectorReason(thrown, signInFeature)
      return reason._tag === "Declined" ? Effect.fail(reason) : Effect.succeed(null)
    })
    const signed = decodeSignInResult(answer, request)
    if (signed === null) return null
    const account = getOutput(answer, "account")
    const shared = decodeList(readMember(wallet, "accounts"), maxAccounts) ?? []
    // The signed account becomes the active one.
    const others = shared.filter((one) => readMember(one, "address") !== signed.address)
    return { accounts: [account, ...others], signed }
  })
