import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { decodeKeyFile, KeyFileError } from "../keyFile.ts"
import { SignerError } from "../Signer.ts"
import { deriveSlip10 } from "./deriveSlip10.ts"
import { makeSolanaSignerFromKey, makeTestSolanaSigner } from "./SolanaSigner.ts"

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")
const pair = (seed: Uint8Array) => Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)])

describe("Solana keys", () => {
  it.each([
    [[], "2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7"],
    [[0], "68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3"],
    [[0, 1], "b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2"],
    [[0, 1, 2, 2, 1_000_000_000], "8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793"],
  ])("derives the SLIP-0010 key along the path %j", (path, expected) => {
    const seed = Uint8Array.from(Buffer.from("000102030405060708090a0b0c0d0e0f", "hex"))
    expect(hex(deriveSlip10(seed, path))).toBe(expected)
  })

  it("derives the accounts of the test mnemonic", () => {
    expect([0, 1, 9].map((index) => makeTestSolanaSigner(index).address)).toEqual([
      "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96",
      "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD",
      "2yaW8VAMLhQiornz1BgcSWDUSH2jC2dmB8RWnTJi8Yab",
    ])
  })

  it("decodes solana-keygen files and wallet exports", async () => {
    const key = pair(new Uint8Array(32).fill(3))
    for (const text of [JSON.stringify([...key]), ` ${base58.encode(key)}\n`]) {
      const file = await Effect.runPromise(decodeKeyFile(text))
      if (file._tag !== "SolanaKey") throw new Error("No key of Solana")
      const signer = await Effect.runPromise(makeSolanaSignerFromKey(file.key))
      expect(signer.address).toBe(base58.encode(key.slice(32)))
      expect(Object.keys(signer).toSorted()).toEqual(["address", "publicKey", "sign"])
    }
  })

  it.each([
    ["63 bytes", JSON.stringify(Array.from({ length: 63 }, () => 3))],
    ["numbers that are not bytes", JSON.stringify(Array.from({ length: 64 }, () => 256))],
    ["texts", JSON.stringify(Array.from({ length: 64 }, () => "3"))],
    ["base58 of another length", base58.encode(new Uint8Array(63).fill(3))],
    ["a WIF with a wrong checksum", "L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2m"],
    // The WIF of an uncompressed key has no segwit address.
    ["a WIF of another kind", "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ"],
    ["an address", "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"],
  ])("rejects %s without quoting it", async (_, text) => {
    const failure = await Effect.runPromise(Effect.flip(decodeKeyFile(text)))
    expect(failure).toBeInstanceOf(KeyFileError)
    expect(JSON.stringify(failure) + failure.message).not.toContain(text.slice(0, 12))
  })

  it("rejects a private and a public half that do not match", async () => {
    const key = pair(new Uint8Array(32).fill(3))
    key[40] = 0
    for (const bytes of [key, key.slice(0, 32), new Uint8Array(64)]) {
      const failure = await Effect.runPromise(Effect.flip(makeSolanaSignerFromKey(bytes)))
      expect(failure).toBeInstanceOf(SignerError)
      expect(JSON.stringify(failure)).not.toMatch(/3,3|0303/)
    }
  })
})
