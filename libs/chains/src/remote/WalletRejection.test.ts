import { describe, expect, it } from "vitest"
import { toConnectorReason } from "../wallet/walletErrors.ts"
import { toWalletRejection } from "./WalletRejection.ts"

/** Every method that a session may have, except for the switch. */
const methods = [
  "personal_sign",
  "eth_signTypedData_v4",
  "eth_sendTransaction",
  "eth_signTransaction",
  "wallet_sendCalls",
  "wallet_addEthereumChain",
  "wallet_watchAsset",
  "solana_signMessage",
  "solana_signAndSendTransaction",
  "signPsbt",
  "polkadot_signTransaction",
  "wc_sessionPropose",
]

describe("toWalletRejection", () => {
  it.each(methods)("converts the codes of WalletConnect for %s", (method) => {
    for (const [code, converted, tag] of [
      [5000, 4001, "Declined"],
      [5001, 4001, "Declined"],
      [5002, 4001, "Declined"],
      [5003, 4001, "Declined"],
      ["5000", 4001, "Declined"],
      [4001, 4001, "Declined"],
      [1001, 4200, "Unsupported"],
      [1002, 4200, "Unsupported"],
      [3001, 4200, "Unsupported"],
      [3002, 4200, "Unsupported"],
      [5101, 4200, "Unsupported"],
      [5102, 4200, "Unsupported"],
      [10001, 4200, "Unsupported"],
      [5103, 4100, "Unauthorized"],
      [5100, 4902, "Failed"],
      [5104, 4902, "Failed"],
      [6000, 4900, "Offline"],
      [8000, 8000, "Expired"],
      [-32000, -32000, "Failed"],
    ] as const) {
      const rejection = toWalletRejection({ code, message: "no" }, method)
      expect([code, rejection.code]).toEqual([code, converted])
      expect([code, toConnectorReason(rejection, method)._tag]).toEqual([code, tag])
    }
  })

  it("keeps 5000 for a switch, where it may mean an unknown network", () => {
    const method = "wallet_switchEthereumChain"
    expect(toWalletRejection({ code: 5000, message: "User rejected." }, method).code).toBe(5000)
    expect(toWalletRejection({ code: 5001, message: "User rejected chains." }, method).code).toBe(4001)
  })

  it.each([
    ["a decline in words", { code: -32000, message: "User rejected transaction" }, 4001],
    ["a refusal on a device", { code: -32603, message: "Ledger device: (0x6985)" }, 4001],
    ["a refusal that the wallet wraps", { code: -32000, message: "", data: '{"code":4001}' }, 4001],
    ["words of a node", { code: -32000, message: "transaction rejected" }, -32000],
    ["words about a sent payment", { code: -32000, message: "User rejected the replacement" }, -32000],
    ["a declined upgrade", { code: 5750, message: "User rejected the upgrade" }, 5750],
  ])("gives a dApp 4001 for a decline alone: %s", (_, thrown, code) => {
    expect(toWalletRejection(thrown, "eth_sendTransaction").code).toBe(code)
  })

  const hash = `0x${"5e".repeat(32)}`
  it.each([
    ["a hash in its data", "eth_sendTransaction", "User rejected the request", { hash }],
    ["a hash as its data", "eth_sendTransaction", "User rejected the request", hash],
    ["a hash in data of JSON", "eth_sendTransaction", "User rejected the request", JSON.stringify({ hash })],
    [
      "a hash beside a wrapped code",
      "eth_sendTransaction",
      "",
      { originalError: { code: 4001 }, txHash: hash },
    ],
    [
      "a signature in its data",
      "solana_signAndSendTransaction",
      "User rejected the request",
      { signature: "5e" },
    ],
    ["words of a node about a PSBT", "signPsbt", "Transaction rejected", undefined],
    ["a closed window of a PSBT", "signPsbt", "Popup window was closed", undefined],
  ])("keeps the code of a wallet that may have sent the payment: %s", (_, method, message, data) => {
    expect(toWalletRejection({ code: -32603, message, data }, method).code).toBe(-32603)
  })

  it.each([
    ["User rejected the request", 4001],
    ["Request expired. Please try again.", 8000],
    ["Failed to publish payload, please try again.", 4900],
    ["Request rejected", -32603],
  ])("reads '%s' without a code as %i", (message, code) => {
    expect(toWalletRejection(new Error(message), "eth_sendTransaction").code).toBe(code)
  })
})
