import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js"
import { decodeBase64 } from "@wmodal/chains/internal"
import { address as addresses, crypto, Transaction } from "bitcoinjs-lib"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { decodeKeyFile } from "../keyFile.ts"
import {
  hashMessage,
  hashSimple,
  makeBitcoinSignerFromKey,
  makeSimpleTransaction,
  makeTestBitcoinSigner,
} from "./BitcoinSigner.ts"

const text = (words: string) => new TextEncoder().encode(words)

describe("Bitcoin keys", () => {
  it.each([
    [
      0,
      "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te",
      "bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l",
      "tb1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelvmc7t8",
      "tb1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzsgnnjhk",
    ],
    [
      4,
      "bc1qrun8yxx8rtqgj366lpas72g6q85dax6zr9jvds",
      "bc1pwvm0vsxxl783w3x9psduqztqzju9hcnpf3k0gdkkm204m0cmgmts3feqlc",
      "tb1qvlwxpcmszwutam7ykvwc272r748a9zzsqm7sze",
      "tb1p0lxykduwlrn4th0xxpkvthqp65gdtra9u37v6hph0qzdj30p0mmsqsmh4n",
    ],
  ])("derives the addresses of account %d of the test mnemonic", (index, ...expected) => {
    expect(makeTestBitcoinSigner(index).addresses.map(({ address }) => address)).toEqual(expected)
  })

  it("decodes a WIF, on its network", async () => {
    const file = await Effect.runPromise(
      decodeKeyFile("L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k\n"),
    )
    if (file._tag !== "BitcoinKey") throw new Error("No key of Bitcoin")
    const signer = await Effect.runPromise(makeBitcoinSignerFromKey(file))
    // Source: BIP-322, its test vectors.
    expect(signer.addresses.map(({ address, purpose }) => [purpose, address])).toEqual([
      ["payment", "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l"],
      ["ordinals", "bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3"],
    ])
    const testnet = await Effect.runPromise(makeBitcoinSignerFromKey({ ...file, network: "testnet" }))
    expect(testnet.addresses[0].address).toMatch(/^tb1q/)
  })

  it("exposes no private key in a signer or its errors", async () => {
    const key = new Uint8Array(32).fill(7)
    const signer = await Effect.runPromise(makeBitcoinSignerFromKey({ key, network: "mainnet" }))
    const hex = "07".repeat(32)
    const seen = JSON.stringify(signer.addresses, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
    )
    expect(seen).not.toContain(hex)
    expect(Object.keys(signer.addresses[0]).toSorted()).toEqual([
      "address",
      "chain",
      "chains",
      "publicKey",
      "purpose",
      "script",
      "signInput",
      "signMessage",
    ])
    const failure = await Effect.runPromise(
      Effect.flip(makeBitcoinSignerFromKey({ key: new Uint8Array(32), network: "mainnet" })),
    )
    expect(JSON.stringify(failure)).not.toMatch(/0{8}/)
    expect(failure.message).toBe("Could not make a signer from the Bitcoin key.")
  })
})

describe("Bitcoin messages", () => {
  it("signs with a segwit address so that its key is recoverable", async () => {
    const [payment] = makeTestBitcoinSigner(0).addresses
    for (const words of ["", "Hello World", "é".repeat(200), "x".repeat(70_000)]) {
      const signature = await Effect.runPromise(payment.signMessage(text(words)))
      const header = signature[0] ?? 0
      expect(signature).toHaveLength(65)
      // Source: BIP-137.
      expect(header).toBeGreaterThanOrEqual(39)
      expect(header).toBeLessThanOrEqual(42)
      const key = secp256k1.Signature.fromCompact(signature.slice(1))
        .addRecoveryBit(header - 39)
        .recoverPublicKey(hashMessage(text(words)))
      expect(crypto.hash160(key.toRawBytes(true))).toEqual(payment.script.slice(2))
    }
  })

  it.each([
    ["", "1e9654e951a5ba44c8604c4de6c67fd78a27e81dcadcfe1edf638ba3aaebaed6"],
    ["Hello World", "88737ae86f2077145f93cc4b153ae9a1cb8d56afa511988c149c5c8c9d93bddf"],
  ])("builds the transaction of BIP-322 for %j", (words, toSign) => {
    const script = addresses.toOutputScript("bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l")
    expect(makeSimpleTransaction(script, text(words)).getId()).toBe(toSign)
  })

  it("computes the hash of a published BIP-322 taproot signature", () => {
    const script = addresses.toOutputScript("bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3")
    const witness = decodeBase64(
      "AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==",
    )
    const hash = hashSimple(script, text("Hello World"), Transaction.SIGHASH_ALL)
    expect(schnorr.verify(witness?.slice(2, 66) ?? new Uint8Array(), hash, script.slice(2))).toBe(true)
  })

  it("signs with a taproot address by BIP-322", async () => {
    const [, ordinals] = makeTestBitcoinSigner(0).addresses
    if (ordinals === undefined) throw new Error("No such address")
    const witness = await Effect.runPromise(ordinals.signMessage(text("Hello World")))
    expect([...witness.slice(0, 2), witness.length]).toEqual([1, 64, 66])
    const hash = hashSimple(ordinals.script, text("Hello World"), Transaction.SIGHASH_DEFAULT)
    expect(schnorr.verify(witness.slice(2), hash, ordinals.script.slice(2))).toBe(true)
  })
})
