import { blake2b } from "@noble/hashes/blake2.js"
import { bytesToHex } from "@wmodal/protocol"
import { polkadot, westend } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { WalletRequest } from "../contract/Explanation.ts"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { encodeAddress } from "./addresses.ts"
import { explainRequest } from "./explainRequest.ts"
import { frameMessage } from "./message.ts"

const alice = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5"
const bob = "14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3"
const bobKey = "8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48"

/** 1.5 DOT to Bob that must not close the account: `balances.transferKeepAlive`. */
const transfer = `0x050300${bobKey}0700d6117e03`

const base = {
  address: alice,
  blockHash: `0x${"ab".repeat(32)}`,
  blockNumber: "0x01786b29",
  era: "0xd501",
  genesisHash: "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3",
  method: transfer,
  nonce: "0x0000001b",
  signedExtensions: [
    "CheckNonZeroSender",
    "CheckSpecVersion",
    "CheckTxVersion",
    "CheckGenesis",
    "CheckMortality",
    "CheckNonce",
    "CheckWeight",
    "ChargeTransactionPayment",
    "PrevalidateAttests",
    "CheckMetadataHash",
  ],
  specVersion: "0x000f4dfc",
  tip: "0x00000000000000000000000000000000",
  transactionVersion: "0x0000001a",
  version: 4,
}

const explain = (
  request: WalletRequest,
  network = polkadot,
  nameOf: (address: string) => string | null = () => null,
) =>
  Effect.runSync(
    explainRequest({
      network,
      rpc: makeScriptedRpc(() => undefined).rpc,
      from: alice,
      request,
      tokens: [],
      nameOf,
    }),
  )

const explainPayload = (change: object, network = polkadot, nameOf?: (address: string) => string | null) =>
  explain(
    { _tag: "Transaction", transaction: { payload: JSON.stringify({ ...base, ...change }) } },
    network,
    nameOf,
  )

const toTags = ({ dangers }: ReturnType<typeof explain>) => dangers.map(({ _tag }) => _tag)

describe("explainRequest on Polkadot", () => {
  it("describes a transfer, with everything that the signature covers and a user can judge", () => {
    const explained = explainPayload({ tip: "0x05" }, polkadot, (address) => (address === bob ? "Bob" : null))
    const [call] = explained.calls
    expect(call).toMatchObject({
      intent: "Send",
      interpolatedIntent: `Send 1.5 DOT to ${bob}`,
      value: 15_000_000_000n,
      fields: [
        { label: "To", text: bob, value: { _tag: "Address", address: bob, name: "Bob" } },
        { label: "Amount", text: "1.5 DOT", value: { _tag: "Amount", units: 15_000_000_000n } },
        { label: "Tip", text: "0.0000000005 DOT" },
        { label: "Number of your transaction", text: "27" },
        { label: "Valid for", text: "64 blocks from block 24668969" },
      ],
    })
    expect(call.digest).toMatch(/^0x[0-9a-f]{64}$/)
    expect(explained.trial).toEqual({ _tag: "Unavailable" })
    expect(toTags(explained)).toEqual(["Untried"])
  })

  it.each([
    ["transferAllowDeath", `0x050000${bobKey}04`, "Send", 1n],
    ["transferAll", `0x050400${bobKey}00`, "Send the whole balance", 0n],
    ["remark", "0x0000086869", "Write a note on the chain", 0n],
    ["remarkWithEvent", "0x0007086869", "Write a note on the chain", 0n],
  ])("reads %s", (_name, method, intent, value) => {
    const explained = explainPayload({ method })
    expect(explained.calls[0]).toMatchObject({ intent, value })
    expect(toTags(explained)).toEqual(["Untried"])
  })

  it("draws the characters of a note that cannot be seen, and takes an act for them", () => {
    const note = Buffer.from("a\u202eb")
    const explained = explainPayload({
      method: `0x0000${Buffer.of(note.length * 4).toString("hex")}${note.toString("hex")}`,
    })
    expect(explained.calls[0].fields[0]).toMatchObject({ label: "Note", text: "a[U+202E]b" })
    expect(toTags(explained)).toEqual(["Untried", "HiddenCharacters"])
  })

  it("frames a message as wallets do, which compare bytes", () => {
    const marked = Buffer.from("\ufeff<Bytes>a</Bytes>")
    expect(Buffer.from(frameMessage(marked)).toString()).toBe("<Bytes>\ufeff<Bytes>a</Bytes></Bytes>")
  })

  it.each([
    ["another call", { method: "0x1a0204" }],
    ["a transfer with more bytes", { method: `${transfer}00` }],
    ["a transfer with fewer bytes", { method: transfer.slice(0, -2) }],
    ["a transfer to an index", { method: "0x05030104" }],
    ["an amount that is not in its shortest form", { method: `0x050300${bobKey}0100` }],
    ["a closing flag that is no boolean", { method: `0x050400${bobKey}02` }],
    ["a later version of the network's transactions", { transactionVersion: "0x1b" }],
    ["a fee in another asset", { assetId: "0x0101" }],
    ["an unknown extension", { signedExtensions: [...base.signedExtensions, "PayOthers"] }],
  ])("warns of blind signing for %s", (_name, change) => {
    expect(toTags(explainPayload(change))).toEqual(["Blind", "Untried"])
  })

  it.each([
    ["another delegate of votes", `0x140100${bobKey}0600d6117e03000000000000000000000000`],
    ["an approval of an asset's transfer", `0x3216041c00${bobKey}0700d6117e03`],
    ["a call of a multisignature of one", `0x1e0004${bobKey}${transfer.slice(2)}`],
    ["an approval of a multisignature's call", `0x1e0202000400${bobKey}00${"ab".repeat(32)}0000`],
    ["a call by sudo", `0xff00${transfer.slice(2)}`],
    ["a transfer of everything for another", `0x050200${bobKey}00${bobKey}04`],
    ["other code for the network", "0x00020400"],
    ["a batch with such a call", `0x1a0208${transfer.slice(2)}140100${bobKey}06000000`],
    ["a batch that says more calls than it has", `0x1a0208${transfer.slice(2)}`],
    ["a batch of more than 100 calls", `0x1a02${"9501"}${"070600".slice(0, 4).repeat(101)}`],
    ["rewards for an old stake's controller", "0x070702"],
    ["a proxy of an unknown type", `0x1d0100${bobKey}0400000000`],
    ["another account's call that is not read", `0x1d0000${bobKey}00140100`],
    ["a batch in a batch, again and again", `0x${"1a0204".repeat(5)}0706`],
  ])("warns of blind signing for %s, whatever is in it", (_name, method) => {
    const explained = explainPayload({ method })
    expect(explained.calls[0].intent).toBeNull()
    expect(toTags(explained)).toEqual(["Blind", "Untried"])
  })

  const toTexts = ({ fields }: ReturnType<typeof explain>["calls"][number]): readonly string[] =>
    fields.flatMap(({ text, value }) => (value._tag === "Call" ? [text, ...toTexts(value.call)] : [text]))
  const handover = { _tag: "Handover", account: alice, to: bob }

  it.each([
    ["a proxy for everything", `0x1d0100${bobKey}0000000000`, ["everything", "no delay"]],
    ["a proxy for all but sending, after a day", `0x1d0100${bobKey}0140380000`, ["14400 blocks"]],
    ["a proxy behind a transfer", `0x1a0208${transfer.slice(2)}1d0100${bobKey}0000000000`, ["Send", bob]],
  ])("warns Handover for %s, which it describes", (_name, method, texts) => {
    const explained = explainPayload({ method })
    expect(explained.dangers).toEqual([handover, { _tag: "Untried" }])
    for (const text of texts) expect(toTexts(explained.calls[0])).toContain(text)
  })

  it("warns Handover of the account for which a proxy acts", () => {
    const explained = explainPayload({ method: `0x1d0000${bobKey}001d0100${"01".repeat(32)}0000000000` })
    expect(explained.calls[0].intent).toBe("Act for another account")
    expect(explained.dangers).toMatchObject([{ _tag: "Handover", account: bob }, { _tag: "Untried" }])
  })

  it.each([
    ["burned", "0x050a0700d6117e0300"],
    ["sent to the account of zeros", `0x050000${"00".repeat(32)}04`],
    ["sent there whole", `0x050400${"00".repeat(32)}00`],
    ["sent there in a batch", `0x1a0004050000${"00".repeat(32)}04`],
  ])("warns Giveaway for what is %s", (_name, method) => {
    expect(toTags(explainPayload({ method }))).toEqual(["Giveaway", "Untried"])
  })

  it.each([
    ["batch", `0x1a0008${transfer.slice(2)}${transfer.slice(2)}`, "Several calls", 30_000_000_000n],
    ["batchAll", `0x1a0204${transfer.slice(2)}`, "Several calls", 15_000_000_000n],
    ["forceBatch of none", "0x1a0400", "No call", 0n],
    ["proxy", `0x1d0000${bobKey}0103${transfer.slice(2)}`, "Act for another account", 0n],
    ["removeProxy", `0x1d0200${bobKey}0000000000`, "Stop another account from acting for yours", 0n],
    ["addProxy for votes", `0x1d0100${bobKey}0200000000`, "Let another account act for yours", 0n],
    ["bond, with another payee", `0x07000700d6117e0303${bobKey}`, "Stake", 0n],
    ["bond", "0x07000700d6117e0300", "Stake", 0n],
    ["bondExtra", "0x07010700d6117e03", "Stake more", 0n],
    ["unbond", "0x07020700d6117e03", "Stop staking", 0n],
    ["rebond", "0x07130700d6117e03", "Stake again", 0n],
    ["nominate", `0x07050400${bobKey}`, "Choose validators", 0n],
    ["chill", "0x0706", "Stop choosing validators", 0n],
    ["setPayee", "0x070701", "Change where rewards go", 0n],
  ])("reads %s, with the act of every transaction only", (_name, method, intent, value) => {
    const explained = explainPayload({ method })
    expect(explained.calls[0]).toMatchObject({ intent, value })
    expect(toTags(explained)).toEqual(["Untried"])
  })

  it("names the hash of each call of a batch, and what happens if one fails", () => {
    const [{ digest, fields }] = explainPayload({ method: `0x1a0204${transfer.slice(2)}` }).calls
    const [single] = explainPayload({}).calls
    expect(fields[0]?.value).toMatchObject({ _tag: "Call", call: { digest: single.digest } })
    expect(digest).not.toBe(single.digest)
    expect(fields[1]).toMatchObject({ label: "If one fails", text: "nothing happens" })
  })

  it("takes no act for a proxy of the same wallet, whatever the form of its address", () => {
    const inOther = encodeAddress(Buffer.from(bobKey, "hex"), 42)
    const { dangers } = Effect.runSync(
      explainRequest({
        network: polkadot,
        rpc: makeScriptedRpc(() => undefined).rpc,
        from: alice,
        own: [inOther],
        request: {
          _tag: "Transaction",
          transaction: { payload: JSON.stringify({ ...base, method: `0x1d0100${bobKey}0000000000` }) },
        },
        tokens: [],
        nameOf: () => null,
      }),
    )
    expect(dangers).toEqual([{ _tag: "Untried" }])
  })

  it("says of a transfer of everything whether it may close the account", () => {
    const send = (flag: string) => explainPayload({ method: `0x050400${bobKey}${flag}` }).calls[0]
    expect(send("00")).toMatchObject({
      interpolatedIntent: `Send the whole balance to ${bob}`,
      fields: [{ text: bob }, { label: "Your account", text: "may be closed" }, {}, {}],
    })
    expect(send("01").fields[1]).toMatchObject({ text: "stays open" })
  })

  it("reads no call of a network whose calls are not known", () => {
    const explained = explainPayload({ genesisHash: `0x${westend.id}${"0".repeat(32)}` }, westend)
    expect(explained.calls[0].intent).toBeNull()
    expect(toTags(explained)).toContain("Blind")
  })

  it.each<[string, WalletRequest]>([
    ["a transaction", { _tag: "Transaction", transaction: { payload: "{}" } }],
    ["calls", { _tag: "Calls", calls: [{ to: alice, value: 0n, data: "0x" }] }],
  ])("warns of blind signing and of no simulation for %s without a payload", (_name, request) => {
    expect(toTags(explain(request))).toEqual(["Blind", "Untried"])
  })

  it("shows the numbers and bytes of a call that it cannot read", () => {
    const { calls } = explainPayload({ method: "0x1a0204" })
    expect(calls[0]).toMatchObject({
      intent: null,
      fields: [
        { label: "Call", text: "pallet 26, call 2" },
        { label: "Data", text: "0x1a0204" },
        { label: "Number of your transaction" },
        { label: "Valid for" },
      ],
    })
  })

  it("shows the digest of the bytes that are signed, of text and of bytes that are none", () => {
    const digestOf = (message: string) => explain({ _tag: "Message", message }).calls[0].digest
    const hashFramed = (...bytes: readonly number[]) => {
      const [start, end] = ["<Bytes>", "</Bytes>"].map((text) => Buffer.from(text))
      const framed = Buffer.concat([start ?? Buffer.of(), Buffer.from(bytes), end ?? Buffer.of()])
      return `0x${Buffer.from(blake2b(framed, { dkLen: 32 })).toString("hex")}`
    }
    expect(digestOf("hi")).toBe(hashFramed(0x68, 0x69))
    expect(digestOf("0xDEADbeef")).toBe(hashFramed(...Buffer.from("0xDEADbeef")))
    const { calls } = explain({ _tag: "MessageBytes", bytes: "0xDEADbeef" })
    expect(calls[0].digest).toBe(hashFramed(0xde, 0xad, 0xbe, 0xef))
    expect(toTags(explain({ _tag: "Message", message: "0xdeadbeef" }))).toEqual(["Blind"])
  })

  it("warns of no time limit, a large tip and another network", () => {
    const forever = explainPayload({ era: "0x00" })
    expect(toTags(forever)).toEqual(["NeverExpires", "Untried"])
    expect(forever.calls[0].fields.at(-1)).toMatchObject({ text: "no time limit" })
    expect(explainPayload({ tip: "0x3b9aca01" }).dangers).toContainEqual({
      _tag: "HighFee",
      fee: 1_000_000_001n,
    })
    expect(toTags(explainPayload({ tip: "0x3b9aca00" }))).toEqual(["Untried"])
    expect(explainPayload({}, westend).dangers).toContainEqual({
      _tag: "OtherChain",
      said: polkadot.caipNetworkId,
    })
  })

  it("never reads a transfer in any other bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2, maxLength: 60 }), (bytes) => {
        const method = `0x${bytesToHex(bytes)}`
        const { calls, dangers } = explainPayload({ method })
        const isRead = calls[0].intent !== null
        expect(dangers.some(({ _tag }) => _tag === "Blind")).toBe(!isRead)
        expect(
          !isRead || /^0x(?:050[034]00|050a|000[07]|070[012567]|0713|1a0[024]|1d0[012])/.test(method),
        ).toBe(true)
      }),
    )
  })
})
