import { encodePolkadotAddress } from "@wmodal/chains/internal"
import { makeTestPolkadotSigner } from "@wmodal/dev-wallet/polkadot"
import { describe, expect, it } from "vitest"
import { setupPhoneWallet } from "./testing/setupPhoneWallet.ts"

const { address, publicKey } = makeTestPolkadotSigner(0)
const other = makeTestPolkadotSigner(1).address
const general = encodePolkadotAddress(publicKey, 42)
const chainId = "polkadot:91b171bb158e2d3848fa23a9f1c25182"

/** A transfer of 1.5 DOT. */
const payload = {
  address,
  blockHash: `0x${"ab".repeat(32)}`,
  blockNumber: "0x01786b29",
  era: "0xd501",
  genesisHash: "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3",
  method: `0x050300${"01".repeat(32)}0700d6117e03`,
  nonce: "0x1b",
  signedExtensions: ["CheckMortality", "CheckNonce", "ChargeTransactionPayment", "CheckMetadataHash"],
  specVersion: "0x0f4dfc",
  tip: "0x00",
  transactionVersion: "0x1a",
  version: 4,
}

describe("a phone's wallet asked for a transaction of Polkadot", () => {
  it.each<[form: string, params: object]>([
    ["the usual form", { address, transactionPayload: payload }],
    ["an address of another network", { address: general, transactionPayload: payload }],
    [
      "a payload for an address of another network",
      { address, transactionPayload: { ...payload, address: general } },
    ],
    ["no address", { transactionPayload: payload }],
    ["an address in the payload only", { address: "", transactionPayload: payload }],
    [
      "an address outside the payload only",
      { address, transactionPayload: { ...payload, address: undefined } },
    ],
    [
      "numbers and no tip",
      {
        address,
        transactionPayload: {
          ...payload,
          nonce: 27,
          specVersion: "1003004",
          transactionVersion: 26,
          tip: undefined,
        },
      },
    ],
    [
      "surplus members",
      { address, transactionPayload: { ...payload, metadataHash: null, assetId: null, hello: 1 }, hello: 1 },
    ],
  ])("shows the same for %s", async (_, params) => {
    const { ask, shown } = setupPhoneWallet()
    expect(await ask(chainId, "polkadot_signTransaction", params)).toMatchObject({
      signature: expect.stringMatching(/^0x01[0-9a-f]{128}$/),
    })
    const [question] = shown
    if (question?._tag !== "SignPolkadot") throw new Error("It is a transaction.")
    const { address: named, ...read } = JSON.parse(question.payload)
    expect({ ...read, address }).toEqual(payload)
    expect([address, general]).toContain(named)
  })

  it.each<[what: string, params: object, code: number, text: string]>([
    ["another account", { address: other, transactionPayload: payload }, 4100, "address is not an account"],
    [
      "another account in the payload",
      { address, transactionPayload: { ...payload, address: other } },
      -32602,
      "address and that of transactionPayload differ",
    ],
    [
      "another network",
      { address, transactionPayload: { ...payload, genesisHash: `0x${"b0".repeat(32)}` } },
      -32602,
      "it is for another network",
    ],
    [
      "a nonce that is no number",
      { address, transactionPayload: { ...payload, nonce: "1b" } },
      -32602,
      "nonce is not a valid number",
    ],
    ["no call", { address, transactionPayload: { ...payload, method: "0x" } }, -32602, "method is missing"],
  ])("refuses %s by name, and shows nothing", async (_, params, code, text) => {
    const { ask, shown } = setupPhoneWallet()
    await expect(ask(chainId, "polkadot_signTransaction", params)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(text),
    })
    expect(shown).toEqual([])
  })

  it("signs a message for an address of another network and for none, and refuses another account by name", async () => {
    const { ask, shown } = setupPhoneWallet()
    for (const params of [
      { address, message: "hi" },
      { address: general, message: "0x6869", hello: 1 },
      { message: "hi" },
    ])
      await ask(chainId, "polkadot_signMessage", params)
    expect(shown.map((one) => one._tag === "SignBytes" && one.message)).toEqual([
      "0x6869",
      "0x6869",
      "0x6869",
    ])
    await expect(
      ask(chainId, "polkadot_signMessage", { address: other, message: "hi" }),
    ).rejects.toMatchObject({ code: 4100 })
  })
})
