import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeKeyFile } from "./keyFile.ts"
import { decodeKeystore, decryptKeystore } from "./keystore.ts"
import { makeSignerFromKey } from "./Signer.ts"

const vectors = join(import.meta.dirname, "../../../vectors/keystore-v3/basic_tests.json")

interface Vector {
  readonly json: unknown
  readonly password: string
  readonly priv: string
}

/** Fast to decrypt: `password` with n = 2. */
const cheap = {
  version: 3,
  id: "",
  crypto: {
    cipher: "aes-128-ctr",
    ciphertext: "00".repeat(32),
    cipherparams: { iv: "00".repeat(16) },
    mac: "00".repeat(32),
    kdf: "scrypt",
    kdfparams: { dklen: 32, salt: "00", n: 2, r: 1, p: 1 },
  },
}

const scrypt = (params: object) => ({
  ...cheap,
  crypto: { ...cheap.crypto, kdfparams: { ...cheap.crypto.kdfparams, ...params } },
})

const open = (json: unknown, password: string) =>
  Effect.runPromise(Effect.flatMap(decodeKeystore(json), (keystore) => decryptKeystore(keystore, password)))

const failure = <E>(effect: Effect.Effect<unknown, E>) => Effect.runPromise(Effect.flip(effect))

describe("a V3 keystore", () => {
  it.for(["test1", "test2", "python_generated_test_with_odd_iv", "evilnonce", "mycrypto"])(
    "decrypts the public vector %s",
    { timeout: 30_000 },
    async (name) => {
      const all: Record<string, Vector> = JSON.parse(readFileSync(vectors, "utf8"))
      const vector = all[name]
      expect(await open(vector?.json, vector?.password ?? "")).toBe(`0x${vector?.priv}`)
    },
  )

  it("reports a wrong password without quoting it", async () => {
    const error = await failure(
      Effect.flatMap(decodeKeystore(cheap), (keystore) => decryptKeystore(keystore, "hunter2")),
    )
    expect(error).toMatchObject({ _tag: "KeystoreError", reason: "WrongPassword" })
    expect(`${error.message} ${JSON.stringify(error)}`).not.toContain("hunter2")
  })

  it.each([
    ["n of 2^40", scrypt({ n: 2 ** 40 })],
    ["a gigabyte of memory", scrypt({ n: 2 ** 20, r: 8 })],
    ["r of 2^30", scrypt({ r: 2 ** 30 })],
    ["p of 2^30", scrypt({ p: 2 ** 30 })],
    [
      "ten thousand million rounds",
      {
        ...cheap,
        crypto: {
          ...cheap.crypto,
          kdf: "pbkdf2",
          kdfparams: { dklen: 32, salt: "00", prf: "hmac-sha256", c: 10_000_000_000 },
        },
      },
    ],
  ])("rejects %s as too costly before any work", async (_, json) => {
    expect(await failure(decodeKeystore(json))).toMatchObject({ reason: "TooCostly" })
  })

  it("accepts geth's default parameters", async () => {
    const { crypto } = await Effect.runPromise(decodeKeystore(scrypt({ n: 2 ** 18, r: 8 })))
    expect(crypto.kdfparams).toMatchObject({ n: 2 ** 18, r: 8, p: 1 })
  })

  it.each([
    ["nothing", null],
    ["another version", { ...cheap, version: 1 }],
    ["another cipher", { ...cheap, crypto: { ...cheap.crypto, cipher: "aes-256-gcm" } }],
    ["a short MAC", { ...cheap, crypto: { ...cheap.crypto, mac: "00" } }],
    ["a short key", scrypt({ dklen: 16 })],
    ["an n that is not a number", scrypt({ n: "262144" })],
    ["an n of zero", scrypt({ n: 0 })],
    ["an n that is not a power of two", scrypt({ n: 8191 })],
  ])("rejects %s", async (_, json) => {
    expect(await failure(decodeKeystore(json))).toMatchObject({ reason: "NotAKeystore" })
  })

  it("rejects any other value without throwing", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(Effect.runSync(Effect.flip(decodeKeystore(value))).reason).toBe("NotAKeystore")
      }),
    )
  })
})

const readEthersVectors = (name: string) =>
  JSON.parse(gunzipSync(readFileSync(join(vectors, `../../ethers/${name}.json.gz`))).toString())

describe("keys with the vectors of ethers", () => {
  interface Wallet {
    readonly name: string
    readonly type: "crowdsale" | "keystore"
    readonly address: string
    readonly password: string
    readonly content: string
  }
  const wallets: readonly Wallet[] = readEthersVectors("wallets")

  const keystores = wallets.filter(({ type }) => type === "keystore")
  /** They take seconds each, which the vector `test2` takes already. */
  const costly = keystores.filter(({ content }) => /"n": ?262144/.test(content))

  it("decodes the keystores of the default cost", async () => {
    expect([keystores.length, costly.length]).toEqual([7, 3])
    for (const { content } of costly)
      expect(await Effect.runPromise(decodeKeyFile(content))).toMatchObject({ _tag: "Keystore" })
  })

  it.for(keystores.filter((wallet) => !costly.includes(wallet)))(
    "decrypts the keystore of the published address: $name",
    { timeout: 30_000 },
    async ({ address, content, password }) => {
      const key = await open(JSON.parse(content), Buffer.from(password.slice(2), "hex").toString())
      expect((await Effect.runPromise(makeSignerFromKey(key))).address).toBe(address)
    },
  )

  it("rejects wallets of the crowdsale, which are no keystores", async () => {
    const others = wallets.filter(({ type }) => type === "crowdsale")
    expect(others.length).toBe(2)
    for (const { content } of others)
      expect(await failure(decodeKeyFile(content))).toMatchObject({ reason: "NotAKeystore" })
  })

  it("derives the published address of each key", async () => {
    const accounts: readonly { readonly privateKey: string; readonly address: string }[] =
      readEthersVectors("accounts")
    expect(accounts.length).toBe(259)
    for (const { address, privateKey } of accounts) {
      const file = await Effect.runPromise(decodeKeyFile(privateKey))
      if (file._tag !== "PrivateKey") throw new Error(`no key: ${address}`)
      expect((await Effect.runPromise(makeSignerFromKey(file.key))).address).toBe(address)
    }
  })
})

describe("a key file", () => {
  const key = `0x${"a1".repeat(32)}` as const

  it.each([key, key.slice(2), `${key}\n`])("decodes %j", async (text) => {
    expect(await Effect.runPromise(decodeKeyFile(text))).toEqual({ _tag: "PrivateKey", key })
  })

  it("decodes a keystore", async () => {
    expect(await Effect.runPromise(decodeKeyFile(JSON.stringify(cheap)))).toMatchObject({ _tag: "Keystore" })
  })

  it.each([`${key}00`, key.slice(0, -1), `{"key":"${key}"`, `"${key}"`])(
    "rejects an invalid file without quoting it: %#",
    async (text) => {
      const error = await failure(decodeKeyFile(text))
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(key.slice(2, 40))
    },
  )
})
