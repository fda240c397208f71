import { getBase58Decoder, getBase64Decoder, getBase64Encoder } from "@solana/kit"
import { describe, expect, it } from "vitest"
import { solanaAccounts } from "../../solana/solanaAccounts.ts"
import { makeUnsignedPayment } from "../../solana/testing/unsignedPayment.ts"
import { setupPhoneWallet } from "./testing/setupPhoneWallet.ts"

const [me, friend = "", other = ""] = solanaAccounts
const chainId = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"
const blockhash = "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp"
const versioned = makeUnsignedPayment({ from: me, to: friend, latest: blockhash, amount: 5n })
/** Without its version and its list of lookup tables, a message of version 0 is a legacy one. */
const bytes = Uint8Array.from(getBase64Encoder().encode(versioned)).filter(
  (_, at, { length }) => at !== 65 && at !== length - 1,
)
const transaction = getBase64Decoder().decode(bytes)
const base58 = getBase58Decoder().decode(bytes)

const step = {
  programId: "11111111111111111111111111111111",
  /** The System program's transfer of 5 lamports. */
  data: getBase58Decoder().decode(Uint8Array.of(2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0)),
  keys: [
    { pubkey: me, isSigner: true, isWritable: true },
    { pubkey: friend, isSigner: false, isWritable: true },
  ],
}
const members = { feePayer: me, recentBlockhash: blockhash, instructions: [step] }
const stolen = [{ ...step, keys: [step.keys[0], { pubkey: other, isSigner: false, isWritable: true }] }]

describe("a phone's wallet asked for a transaction of Solana", () => {
  it.each<[form: string, params: object]>([
    ["base64", { transaction, pubkey: me }],
    ["base58", { transaction: base58 }],
    ["members that repeat it", { transaction, ...members, partialSignatures: [], hello: 1 }],
    ["its members alone", members],
  ])("shows and signs the same bytes for %s", async (_, params) => {
    const { ask, shown } = setupPhoneWallet()
    const signed = await ask(chainId, "solana_signTransaction", params)
    expect(shown).toMatchObject([
      { _tag: "SignSolana", transactions: [{ transaction, steps: [{ amount: "5" }] }] },
    ])
    const usual = await setupPhoneWallet().ask(chainId, "solana_signTransaction", { transaction })
    expect(signed).toEqual(usual)
    expect(await ask(chainId, "solana_signAllTransactions", { transactions: [params] })).toMatchObject({
      transactions: [expect.stringMatching(/./)],
    })
  })

  it.each<[what: string, params: object, code: number, text: string]>([
    ["another account", { transaction, pubkey: friend }, 4100, "pubkey is not an account"],
    ["another payer", { transaction, feePayer: friend }, -32602, "feePayer and transaction differ"],
    [
      "another recipient",
      {
        transaction,
        ...members,
        instructions: stolen,
      },
      -32602,
      "instructions and transaction differ",
    ],
    [
      "another blockhash",
      { transaction, recentBlockhash: other },
      -32602,
      "recentBlockhash and transaction differ",
    ],
    ["nothing", {}, -32602, "transaction is missing"],
  ])("refuses %s by name, and shows nothing", async (_, params, code, text) => {
    const { ask, shown } = setupPhoneWallet()
    for (const method of ["solana_signTransaction", "solana_signAndSendTransaction"])
      await expect(ask(chainId, method, params)).rejects.toMatchObject({
        code,
        message: expect.stringContaining(text),
      })
    expect(shown).toEqual([])
  })

  it("signs a message of an account that is not named, and refuses another's by name", async () => {
    const { ask } = setupPhoneWallet()
    const message = getBase58Decoder().decode(Uint8Array.of(104, 105))
    const named = await ask(chainId, "solana_signMessage", { message, pubkey: me })
    expect(await ask(chainId, "solana_signMessage", { message })).toEqual(named)
    await expect(ask(chainId, "solana_signMessage", { message, pubkey: friend })).rejects.toMatchObject({
      code: 4100,
    })
    await expect(ask(chainId, "solana_signMessage", { message: "hello 0" })).rejects.toMatchObject({
      message: "message is not base58.",
    })
    const long = "z".repeat(11_001)
    await expect(ask(chainId, "solana_signMessage", { message: long })).rejects.toMatchObject({
      message: "message is longer than 8,000 bytes.",
    })
  })

  it("lists its account, whatever the params", async () => {
    const { ask } = setupPhoneWallet()
    for (const params of [undefined, {}, [], { onlyIfTrusted: true }])
      for (const method of ["solana_getAccounts", "solana_requestAccounts"])
        expect(await ask(chainId, method, params)).toEqual([{ pubkey: me }])
  })
})
