import { Effect } from "effect"
import { recoverAuthorizationAddress } from "viem/utils"
import { describe, expect, it } from "vitest"
import { makeSignerFromKey, makeTestSigner } from "./Signer.ts"

/** The first key of the public test mnemonic. */
const publicKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"
const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"

describe("makeSignerFromKey and makeTestSigner", () => {
  it("returns the same signer for the key and the mnemonic", async () => {
    const fromKey = await Effect.runPromise(makeSignerFromKey(publicKey))
    expect([fromKey.address, makeTestSigner().address]).toEqual([address, address])
    const message = new TextEncoder().encode("hi")
    expect(await Effect.runPromise(fromKey.signMessage(message))).toBe(
      await Effect.runPromise(makeTestSigner().signMessage(message)),
    )
  })

  it("exposes the address and nothing of the key", async () => {
    const signer = await Effect.runPromise(makeSignerFromKey(publicKey))
    expect(Object.keys(signer).toSorted()).toEqual([
      "address",
      "signAuthorization",
      "signMessage",
      "signTransaction",
      "signTypedData",
      "signTypedValues",
    ])
    expect(JSON.stringify(signer)).toBe(JSON.stringify({ address }))
  })

  it("signs an EIP-7702 authorization for one network and nonce", async () => {
    const authorization = { chainId: 10, address: `0x${"22".repeat(20)}`, nonce: 7 } as const
    const made = await Effect.runPromise(makeTestSigner().signAuthorization(authorization))
    expect(made).toMatchObject(authorization)
    expect(await recoverAuthorizationAddress({ authorization: made })).toBe(address)
    const elsewhere = recoverAuthorizationAddress({ authorization: { ...made, chainId: 1 } })
    expect(await elsewhere.catch(() => null)).not.toBe(address)
  })

  it.each([`0x${"00".repeat(32)}`, `0x${"ff".repeat(32)}`, "0x1234"] as const)(
    "rejects the key %s without quoting it in the error",
    async (key) => {
      const error = await Effect.runPromise(Effect.flip(makeSignerFromKey(key)))
      expect(error._tag).toBe("SignerError")
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(key.slice(2))
    },
  )
})
