import { toBase64 } from "@wmodal/chains/internal"
import { Effect } from "effect"
import { badParams, type ProviderError, unauthorized } from "../ProviderError.ts"
import { inputsOf } from "../standard/inputs.ts"
import type { SideAccess } from "../standard/Side.ts"
import { signed } from "../WalletAccess.ts"
import type { SolanaSigner } from "./SolanaSigner.ts"
import { signInInput, signInText } from "./signInText.ts"

/** `solana:signIn`: shares the selected account and signs a text that says with whom, in one question. */
export const signIn = (
  access: SideAccess,
  signerOf: (address: string) => Effect.Effect<SolanaSigner, ProviderError>,
) =>
  Effect.fnUntraced(function* (origin: string, [value]: readonly unknown[]) {
    const isBare = Array.isArray(value) && value.length === 0
    const inputs = yield* inputsOf(signInInput, isBare ? [{}] : value, "{ domain?, … }[]")
    const host = URL.canParse(origin) ? new URL(origin).host : origin
    return yield* Effect.forEach(inputs, (input) =>
      Effect.gen(function* () {
        // The text says who asks: no page may ask in another's name.
        if (input.domain !== undefined && input.domain !== host) {
          return yield* badParams("the domain is not this page's")
        }
        const [account] = access.selected().addresses
        const { address } = account
        if (input.address !== undefined && input.address !== address) {
          return yield* unauthorized("This account is not shared with this page.")
        }
        const text = signInText(input, host, address)
        if (text === null) return yield* badParams("a line break within a line")
        yield* access.connected({
          _tag: "SignIn",
          origin,
          on: "Solana",
          address,
          text,
          locked: access.locked(),
        })
        yield* access.mayUse(origin, [address])
        const bytes = new TextEncoder().encode(text)
        const signer = yield* signerOf(address)
        return {
          account,
          signedMessage: toBase64(bytes),
          signature: toBase64(yield* signed(signer.sign(bytes))),
        }
      }),
    )
  })
