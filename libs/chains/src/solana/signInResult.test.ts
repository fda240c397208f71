import { base58 } from "@scure/base"
import { oddValues } from "@wmodal/dev-wallet/testing"
import { describe, expect, it } from "vitest"
import { solanaKey } from "../testing/solanaTransactions.ts"
import { decodeSignInResult } from "./signInResult.ts"

const me = solanaKey(1)
const thief = solanaKey(3)

const asked = {
  domain: "dapp.example",
  statement: "Hello",
  nonce: "12345678",
  resources: ["https://dapp.example/a"],
}
const words = (address: string, nonce = asked.nonce) =>
  `dapp.example wants you to sign in with your Solana account:\n${address}\n\nHello\n\nNonce: ${nonce}\nResources:\n- https://dapp.example/a`
const signedIn = (text: string, key = me) => {
  const signedMessage = new TextEncoder().encode(text)
  return [{ account: key.account, signedMessage, signature: key.sign(signedMessage) }]
}

describe("decodeSignInResult", () => {
  it("returns message, address and signature", () => {
    const message = words(me.address)
    expect(decodeSignInResult(signedIn(message), asked)).toEqual({
      address: me.address,
      message,
      signature: base58.encode(me.sign(new TextEncoder().encode(message))),
    })
  })

  it.each<readonly [name: string, answer: unknown]>([
    ["for another account", signedIn(words(thief.address))],
    ["for another page", signedIn(words(me.address).replace("dapp.example", "thief.example"))],
    ["with another nonce", signedIn(words(me.address, "87654321"))],
    ["in bytes that are no text", [{ ...signedIn("")[0], signedMessage: Uint8Array.of(0xff) }]],
    ...oddValues.map(([name, value]) => [`as ${name}`, value] as const),
    ...oddValues.map(
      ([name, value]) => [`by ${name}`, [{ ...signedIn(words(me.address))[0], account: value }]] as const,
    ),
  ])("rejects a result %s", (_, answer) => {
    expect(decodeSignInResult(answer, asked)).toBe(null)
  })
})
