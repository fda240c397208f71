import { hex } from "@scure/base"
import { describe, expect, it } from "vitest"
import { encodePayload } from "./encodePayload.ts"

const payload = {
  address: "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5",
  blockHash: `0x${"ab".repeat(32)}`,
  blockNumber: "0x01786b29",
  era: "0xd501",
  genesisHash: "0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3",
  method: "0x00000404",
  nonce: "0x1b",
  signedExtensions: ["CheckMortality", "CheckNonce", "ChargeTransactionPayment", "CheckMetadataHash"],
  specVersion: "0x000f4dfc",
  tip: "0x00",
  transactionVersion: "0x1a",
  version: 4,
}
const [call, chain] = [
  "00000404d5016c00",
  `fc4d0f001a000000${payload.genesisHash.slice(2)}${"ab".repeat(32)}`,
]
const metadataHash = `0x${"cd".repeat(32)}`

describe("encodePayload, as reported of others", () => {
  it.each([
    ["mode 0", { mode: 0 }, `${call}00${chain}00`],
    ["no mode", {}, `${call}00${chain}00`],
    ["mode 1 and a hash", { mode: 1, metadataHash }, `${call}01${chain}01${"cd".repeat(32)}`],
    ["a network without the extension", { signedExtensions: ["CheckNonce"] }, `${call}${chain}`],
  ])("signs the description of the network for %s (vultisig/vultisig-windows#4967)", (_, change, bytes) => {
    expect(hex.encode(encodePayload({ ...payload, ...change }))).toBe(bytes)
  })
})
