import { writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Namespace } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { describe, expect, it } from "vitest"
import { makeTemporaryFolder } from "../testing/makeTemporaryFolder.ts"
import { makeRecordedFacts } from "../testing/recordedFacts.ts"
import type { KeySource } from "./KeySource.ts"
import { getKeyAddress } from "./Keys.ts"
import { openKeys } from "./openKeys.ts"

const context = {
  facts: makeRecordedFacts().facts,
  terminal: {
    draws: false,
    asks: false,
    speaks: false,
    colour: false,
    background: "dark",
    columns: 80,
    format: "auto",
  },
  prompts: {
    review: () => Effect.succeed("decline"),
    decide: () => Effect.succeed("decline"),
    line: () => Effect.succeed(null),
    code: () => Effect.succeed({ _tag: "Left" }),
    link: (_mail, _resend, work) => work,
    password: () => Effect.succeed(""),
    during: (_text, work) => work,
    pairing: (_live, work) => work,
    onPhone: (_wallet, work) => work,
  },
} as const satisfies Parameters<typeof openKeys>[2]

const openTestKeys = (source: KeySource, namespace: Namespace) =>
  Effect.runPromise(Effect.result(openKeys(source, namespace, context)))

const makeKeyFileSource = (text: string): KeySource => {
  const path = join(makeTemporaryFolder(), "key")
  writeFileSync(path, text, { mode: 0o600 })
  return { kind: "file", path, passwordFile: null }
}

// The private key of all of them is 32 bytes of 7.
const halves = `[${[...Array.from({ length: 32 }, () => 7), 234, 74, 108, 99, 226, 156, 82, 10, 190, 245, 80, 123, 19, 46, 197, 249, 149, 71, 118, 174, 190, 190, 123, 146, 66, 30, 234, 105, 20, 70, 210, 44].join()}]`
const files = {
  eip155: "07".repeat(32),
  solana: halves,
  bip122: "KwTNVQ9B4wXUfnTF6e1EQkTHJwbzeFGYyK7NdopxuJjQYvQkAxtA",
} as const
const addresses = {
  eip155: "0x4a62316623ad457F02cDC5D997deD67a383EC569",
  solana: "GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB",
  bip122: "bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5",
} as const
const keystore = {
  version: 3,
  id: "",
  Crypto: {
    cipher: "aes-128-ctr",
    ciphertext: "78ed27566c61f8bedf07ad03f3c2ce3347d1cc45ce701b6390fdef1273c405ef",
    cipherparams: { iv: "0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f" },
    kdf: "scrypt",
    kdfparams: { dklen: 32, n: 2, p: 1, r: 1, salt: "5a" },
    mac: "45b7ad0cc566cc18bef65dde258b45960623cb0907a9a82f6c2e12b70bb415a7",
  },
}
const chains = ["eip155", "solana", "bip122"] as const

describe("openKeys", () => {
  it.each([
    ["eip155", "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"],
    ["solana", "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"],
    ["bip122", "bc1qp533522veg9uyhpx3sva9vqrnfzmt262n4lsuq"],
  ] as const)("derives the account of the test mnemonic on %s", async (namespace, address) => {
    const keys = Result.getOrThrow(await openTestKeys({ kind: "test", index: 1 }, namespace))
    expect(keys.namespace).toBe(namespace)
    expect(getKeyAddress(keys)).toBe(address)
  })

  it.each(chains)("reads a key file of %s", async (namespace) => {
    const keys = Result.getOrThrow(await openTestKeys(makeKeyFileSource(files[namespace]), namespace))
    expect(getKeyAddress(keys)).toBe(addresses[namespace])
  })

  it.each(
    chains.flatMap((of) => chains.filter((wanted) => wanted !== of).map((wanted) => [of, wanted] as const)),
  )("rejects a key of %s for %s and names its namespace", async (of, wanted) => {
    const result = await openTestKeys(makeKeyFileSource(files[of]), wanted)
    if (Result.isSuccess(result)) throw new Error("It was opened.")
    expect(result.failure.reason).toMatchObject({ _tag: "Config", hint: `--namespace ${of}` })
    expect(JSON.stringify(result.failure.reason)).not.toContain(files[of])
  })

  it("opens a keystore as ethers writes it, with a password file that begins with a byte order mark", async () => {
    const folder = makeTemporaryFolder()
    const [path, passwordFile] = [join(folder, "keystore.json"), join(folder, "password")]
    writeFileSync(path, `\uFEFF${JSON.stringify(keystore)}`)
    writeFileSync(passwordFile, "\uFEFFsheep-42\r\n", { mode: 0o600 })
    const keys = Result.getOrThrow(await openTestKeys({ kind: "file", path, passwordFile }, "eip155"))
    expect(getKeyAddress(keys)).toBe(addresses.eip155)
  })

  it("rejects unknown key formats without quoting them", async () => {
    for (const text of ["word ".repeat(12), `${files.bip122}x`, halves.replace("234", "235")]) {
      const result = await openTestKeys(makeKeyFileSource(text), "solana")
      if (Result.isSuccess(result)) throw new Error("It was opened.")
      expect(result.failure.reason).toMatchObject({ _tag: "Config" })
      expect(JSON.stringify(result.failure.reason)).not.toContain(text.slice(0, 20))
    }
  })
})
