import { sha256 } from "@noble/hashes/sha2.js"
import { base58, createBase58check } from "@scure/base"
import { Effect } from "effect"
import { encrypt, scrypt } from "ox/Keystore"
import { describe, expect, it } from "vitest"
import { decodeKeyFile } from "./keyFile.ts"
import { decodeKeystore, decryptKeystore } from "./keystore.ts"

const key = `0x${"a1".repeat(32)}` as const
const password = "sheep-42"

/** Encrypts with the lowest cost. */
const seal = (secret: `0x${string}` = key, typed = password) => {
  const [derived, options] = scrypt({
    iv: `0x${"0f".repeat(16)}`,
    n: 2,
    r: 1,
    p: 1,
    salt: `0x${"5a".repeat(32)}`,
    password: typed,
  })
  const iv = Uint8Array.from({ length: 16 }, () => 0x0f)
  return encrypt(secret, derived, { ...options, iv, id: "3198bc9c-6672-5ab3-d995-4942343ae5b6" })
}

const open = (json: unknown, typed = password) =>
  Effect.runPromise(Effect.flatMap(decodeKeystore(json), (keystore) => decryptKeystore(keystore, typed)))

const { crypto, id, version } = seal()
const address = "88a5c2d9919e46f883eb62f7b8dd9d0cc45bc290"
const { cipher, cipherparams, ciphertext, kdf, kdfparams, mac } = crypto
const upper = (text: string) => `0X${text.toUpperCase()}`

describe("a V3 keystore by other programs", () => {
  it.each([
    ["ethers", { address, id, version, Crypto: crypto, "x-ethers": { client: "ethers/6.13.0" } }],
    ["MyEtherWallet", { version, id, address, Crypto: crypto }],
    ["geth", { address, crypto, id, version }],
    ["web3j, with null for the id", { address: `0x${address}`, crypto, id: null, version }],
    ["eth-keystore, without an id", { version, crypto }],
    ["a program that writes a number for the id", { version, id: 7, crypto }],
    ["a program that writes the version as text", { version: "3", id, crypto }],
    ["pyethereum, with a version within", { version, id, crypto: { ...crypto, version: 1 } }],
    [
      "names in other cases",
      {
        Version: 3,
        ID: id,
        Address: `0X${address.toUpperCase()}`,
        Crypto: {
          Cipher: cipher,
          CipherText: ciphertext,
          CipherParams: { IV: cipherparams.iv },
          KDF: kdf,
          KDFParams: { DKLen: 32, N: 2, R: 1, P: 1, Salt: kdfparams.salt },
          MAC: mac,
        },
      },
    ],
    [
      "hex in capitals after 0X, and algorithms in capitals",
      {
        version,
        id,
        crypto: {
          cipher: "AES-128-CTR",
          ciphertext: upper(ciphertext),
          cipherparams: { iv: upper(cipherparams.iv) },
          kdf: "Scrypt",
          kdfparams: { ...kdfparams, salt: upper(kdfparams.salt) },
          mac: upper(mac),
        },
      },
    ],
  ])("opens the form of %s", async (_, json) => {
    expect(await open(json)).toBe(key)
  })

  it("rejects two members of the same name in different cases, which programs read differently", async () => {
    const other = seal(`0x${"b2".repeat(32)}`).crypto
    for (const json of [
      { version, id, crypto, Crypto: other },
      { version, id, crypto: { ...crypto, MAC: other.mac } },
    ])
      expect(await Effect.runPromise(Effect.flip(decodeKeystore(json)))).toMatchObject({
        reason: "NotAKeystore",
      })
  })

  it.each([31, 30, 1])(
    "opens a key of %i bytes, of which older programs left out the zeros",
    async (bytes) => {
      expect(await open(seal(`0x${"a1".repeat(bytes)}`))).toBe(`0x${"a1".repeat(bytes).padStart(64, "0")}`)
    },
  )

  it("takes a password in each form of its accents, as ethers does", async () => {
    const composed = "Z\u00fcrich"
    const separate = "Zu\u0308rich"
    expect(await open(seal(key, composed), separate)).toBe(key)
    expect(await open(seal(key, separate), separate)).toBe(key)
    expect(await open(seal(key, separate), composed)).toBe(key)
  })
})

describe("a key file by other programs", () => {
  const decode = (text: string) => Effect.runPromise(decodeKeyFile(text))
  const wif = createBase58check(sha256).encode(Uint8Array.from([0x80, ...Array(32).fill(7), 1]))

  it.each([`0X${"a1".repeat(32)}`, `0X${"A1".repeat(32)}`, `\uFEFF0x${"A1".repeat(32)}\r\n`])(
    "decodes %j",
    async (text) => {
      expect(await decode(text)).toEqual({ _tag: "PrivateKey", key })
    },
  )

  it.each(["p2wpkh", "P2WPKH", "p2tr"])(
    "decodes the WIF of a wallet that writes %s: before it",
    async (script) => {
      expect(await decode(`${script}:${wif}`)).toEqual(await decode(wif))
    },
  )

  it.each(["p2pkh", "p2wpkh-p2sh", "p2sh"])(
    "rejects the WIF of %s, whose addresses its signer does not have",
    async (script) => {
      const error = await Effect.runPromise(Effect.flip(decodeKeyFile(`${script}:${wif}`)))
      expect(error.message).toContain(script)
      expect(`${error.message} ${JSON.stringify(error)}`).not.toContain(wif.slice(1, 12))
    },
  )

  it("decodes a Solana key as an array, as base58, and as JSON of a Uint8Array or Buffer", async () => {
    const bytes = Uint8Array.from({ length: 64 }, (_, at) => at + 1)
    for (const text of [
      JSON.stringify([...bytes]),
      base58.encode(bytes),
      JSON.stringify(bytes),
      JSON.stringify(Buffer.from(bytes)),
    ])
      expect(await decode(text)).toEqual({ _tag: "SolanaKey", key: bytes })
  })
})
