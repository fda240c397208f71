import {
  type CaipAddress,
  Clock,
  toNamespace,
  toNetworkId,
  toPlainAddress,
  toReference,
} from "@wmodal/protocol"
import { printSiwxMessage, type SiwxMessage, siwxBlockchains } from "@wmodal/protocol/siwx"
import { Effect, Result } from "effect"
import type { Connector } from "../contract/Connector.ts"
import type { SignedMessage } from "../contract/SignedMessage.ts"
import type { SignInRequest } from "../contract/WalletCalls.ts"

/**
 * Has the frame's user approve the host app's sign-in message for the account that was just connected. Returns `null`
 * if the user declines, or if no message can be made: the wallet is connected without.
 */
export const signWhenConnected = (
  { signMessage }: Pick<Connector, "signMessage">,
  account: CaipAddress,
  request: SignInRequest,
): Effect.Effect<SignedMessage | null> =>
  Effect.gen(function* () {
    const { domain, expirationTime, issuedAt, nonce, notBefore, requestId, resources, statement, uri } =
      request
    const blockchain = toNamespace(account) === "solana" ? siwxBlockchains.solana : siwxBlockchains.eip155
    const fields = { expirationTime, nonce, notBefore, requestId, resources, statement, uri }
    const given = Object.entries(fields).filter(([, value]) => value !== undefined)
    const printed = printSiwxMessage({
      ...(Object.fromEntries(given) as Partial<SiwxMessage>),
      blockchain,
      domain,
      address: toPlainAddress(account),
      version: "1",
      chainId: toReference(toNetworkId(account)),
      issuedAt: issuedAt ?? new Date(yield* Clock.currentTimeMillis).toISOString(),
    })
    if (Result.isFailure(printed)) return null
    const message = printed.success
    const signature = yield* Effect.result(signMessage({ account, message }))
    return Result.isSuccess(signature) ? { account, message, signature: signature.success } : null
  })
