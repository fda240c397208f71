import { base58 } from "@scure/base"
import { makeScriptedStandardWallet, oddValues } from "@wmodal/dev-wallet/testing"
import { solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { solanaKey } from "../testing/solanaTransactions.ts"
import { fromSolanaWallet } from "./index.ts"

const me = solanaKey(1)
const account = `${solana.caipNetworkId}:${me.address}` as const

const connectorWith = async (signMessage: (input: { readonly message: Uint8Array }) => unknown) => {
  const { wallet } = makeScriptedStandardWallet({
    accounts: [me.account],
    chains: ["solana:mainnet"],
    features: () => ({ "solana:signMessage": { signMessage } }),
  })
  const connector = fromSolanaWallet(wallet)
  await Effect.runPromise(connector.connect({ network: solana, onLateApproval: () => {} }))
  return connector
}

describe("signMessage of the Solana connector", () => {
  const signature = me.sign(new TextEncoder().encode("hello"))

  it("returns the signature in base58", async () => {
    const connector = await connectorWith(({ message }) => [{ signedMessage: message, signature }])
    expect(await Effect.runPromise(connector.signMessage({ account, message: "hello" }))).toBe(
      base58.encode(signature),
    )
  })

  it("rejects a signature of a changed message", async () => {
    for (const text of ["Hello", "hello ", "\u00ffsolana offchain hello"]) {
      const signedMessage = new TextEncoder().encode(text)
      const connector = await connectorWith(() => [{ signedMessage, signature }])
      const error = await Effect.runPromise(Effect.flip(connector.signMessage({ account, message: "hello" })))
      expect(error.reason).toEqual({ _tag: "Malformed", what: "solana:signMessage" })
    }
  })

  it.each(oddValues)("rejects %s as the response", async (_, value) => {
    for (const answer of [value, [value], [{ signedMessage: value, signature }], [{ signature: value }]]) {
      const connector = await connectorWith(() => answer)
      const error = await Effect.runPromise(Effect.flip(connector.signMessage({ account, message: "hello" })))
      expect(error.reason._tag).toMatch(/Malformed|Failed/)
    }
  })

  it("returns Declined for every known rejection message", async () => {
    for (const text of [
      "User rejected the request.",
      "user denied",
      "Request was declined by the user",
      "User canceled",
    ]) {
      const connector = await connectorWith(() => Promise.reject(new Error(text)))
      const error = await Effect.runPromise(Effect.flip(connector.signMessage({ account, message: "hello" })))
      expect(error.reason._tag).toBe("Declined")
    }
  })

  it("fails with Unauthorized for an account that the wallet does not share", async () => {
    const connector = await connectorWith(() => [])
    const other = `${solana.caipNetworkId}:${solanaKey(2).address}` as const
    const error = await Effect.runPromise(
      Effect.flip(connector.signMessage({ account: other, message: "hello" })),
    )
    expect(error.reason._tag).toBe("Unauthorized")
  })
})

it("fails with Unsupported for typed data", async () => {
  const connector = await connectorWith(() => [])
  const error = await Effect.runPromise(Effect.flip(connector.signTypedData({ account, typedData: "{}" })))
  expect(error.reason).toEqual({ _tag: "Unsupported", method: "signTypedData" })
})
