import { verify } from "@scure/sr25519"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { encodeCompact } from "./encodePayload.ts"
import { makePolkadotSigner, makeTestPolkadotSigner } from "./PolkadotSigner.ts"

/** The well-known phrase of Polkadot's development accounts. Source: docs.polkadot.com, subkey. */
const developmentPhrase = "bottom drive obey lake curtain smoke basket hold race lonely fit walk"

it("derives the well-known development accounts", () => {
  expect([null, "Alice", "Bob"].map((path) => makePolkadotSigner(developmentPhrase, path).address)).toEqual([
    "12bzRJfh7arnnfPPUZHeJUaE62QLEwhK48QnH9LXeK2m1iZU",
    "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5",
    "14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3",
  ])
})

it("signs with sr25519, each account with its own key", () => {
  const [first, second] = [makeTestPolkadotSigner(0), makeTestPolkadotSigner(1)]
  const message = new TextEncoder().encode("hi")
  const signature = Effect.runSync(first.sign(message))
  expect(verify(message, signature, first.publicKey)).toBe(true)
  expect(verify(message, signature, second.publicKey)).toBe(false)
})

it.each([
  [0n, [0]],
  [63n, [252]],
  [64n, [1, 1]],
  [16_383n, [253, 255]],
  [16_384n, [2, 0, 1, 0]],
  [1_073_741_823n, [254, 255, 255, 255]],
  [1_073_741_824n, [3, 0, 0, 0, 64]],
  [2n ** 64n, [23, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
])("encodes %s as a compact integer", (value, bytes) => expect(encodeCompact(value)).toEqual(bytes))
