import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { describe, expect, it } from "vitest"
import { verifyBitcoinSignature } from "./bitcoin/verifyBitcoinSignature.ts"
import { verifySolanaSignature } from "./verifySolanaSignature.ts"

describe("verifySolanaSignature, as reported of others", () => {
  const secret = new Uint8Array(32).fill(9)
  const key = ed25519.getPublicKey(secret)
  const address = base58.encode(key)
  const text = `app.example wants you to sign in with your Solana account:\n${address}\n\nNonce: abcdefgh`
  const message = Buffer.from(text)
  const domain = Buffer.from("\xffsolana offchain", "latin1")
  const length = (bytes: Uint8Array) => [bytes.length & 0xff, bytes.length >> 8]
  /** Source: docs.anza.xyz, off-chain message signing. */
  const ofSpecification = (format: number, by: Uint8Array = key, said: Uint8Array = message) =>
    Buffer.from([...domain, 0, ...new Uint8Array(32), format, 1, ...by, ...length(said), ...said])
  /** The layout of Ledger's app before 1.8. */
  const ofLedger = (format: number) => Buffer.from([...domain, 0, format, ...length(message), ...message])
  const verify = (signed: Uint8Array) =>
    verifySolanaSignature(address, text, base58.encode(ed25519.sign(signed, secret)))

  it.each([
    ["supabase/auth#2092", "the specification, in UTF-8", ofSpecification(1)],
    ["supabase/auth#2092", "the specification, in ASCII", ofSpecification(0)],
    ["anza-xyz/wallet-adapter#1047", "Ledger's older app", ofLedger(0)],
    ["anza-xyz/wallet-adapter#1047", "Ledger's older app, in UTF-8", ofLedger(1)],
  ])("%s: accepts a message in the envelope of %s, which a Ledger signs", (_, __, signed) => {
    expect(verify(signed)).toBe(null)
  })

  it("accepts the signature of Solana's own program (supabase/auth#2092)", () => {
    // `solana sign-offchain-message testmessage`, recorded in a public test of a wallet's program.
    const [signer, signature] = [
      "EW8XHqffXwryUnRCdtWY2P85a3QEACMZuh8R8PumG4uM",
      "4gfuYetd6g7ktB8i6LVVziyKjnFC85fabTHVD9CV5tREoHvZMQxBvdNQcBB1wnUqe1e1HZ9CMaVqreNdWxhaGuvD",
    ]
    expect(verifySolanaSignature(signer, "testmessage", signature)).toBe(null)
    expect(verifySolanaSignature(signer, "testmessagf", signature)).toMatchObject({ reason: "Signature" })
  })

  it.each([
    ["for another signer", ofSpecification(1, new Uint8Array(32).fill(3))],
    ["with another message", ofSpecification(1, key, Buffer.from(`${text}x`))],
    ["of another version", Buffer.from([...domain, 1, ...ofSpecification(1).subarray(17)])],
    [
      "of another domain",
      Buffer.from([...Buffer.from("\xffsolana offchaim", "latin1"), ...ofLedger(0).subarray(16)]),
    ],
  ])("refuses an envelope %s", (_, signed) => {
    expect(verify(signed)).toMatchObject({ reason: "Signature" })
  })
})

describe("verifyBitcoinSignature, as reported of others", () => {
  const verify = (address: string, text: string, signature: string) =>
    verifyBitcoinSignature(address, text, signature)?.reason ?? "Valid"
  const taproot = "bc1pg4ww9q6gxj69uqygzpfv4nt2c8vcwnxw5qhmnlnfhnkhm7r7txtsuxf92p"
  const segwit = "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l"

  it.each([
    [
      "okx/js-wallet-sdk#158",
      taproot,
      "Signature message f414ca80-1502-4dbd-8a7a-d994231fe390",
      "HwaA/X+3aF24zRWz2RBf7Y2zYjompSTw6GliC9cV1i+FM/F7oI6AtWQVh8tDpleiFtE+sIcYB71dLQBO7zQwcHA=",
    ],
    [
      "bitcoin/bitcoin#24058",
      segwit,
      "Hello World",
      "AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=",
    ],
    [
      "bitcoin/bitcoin#24058",
      segwit,
      "Hello World",
      "AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy",
    ],
  ])("%s: accepts the signature, and none of another text", (_, address, text, signature) => {
    expect(verify(address, text, signature)).toBe("Valid")
    expect(verify(address, `${text} `, signature)).toBe("Signature")
  })

  it.each([
    [
      "secretkeylabs/xverse-core#223",
      "Hello",
      "AUBeB9HL+fbcTrVOSwzZvSn/oDluEckq0st4YMgr0nelFOT1qpA9HiohI6uGNDQnu47YUbFHWM0CrkiT7VdWf6Na",
    ],
    [
      "ACken2/bip322-js#7",
      "Hello",
      "JDkLNaM8vWoobA34PGQE9FIZaLF7peRh4r7DOqOHls1cP1DPwR3Hcy26+zk6yRb0qtJRHEdUflVxkScbwsOCSMw=",
    ],
  ])("%s: refuses a signature of another text at a taproot address", (_, text, signature) => {
    expect(verify(taproot, text, signature)).toBe("Signature")
  })
})
