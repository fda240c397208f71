import { describe, expect, it } from "vitest"
import { toConnectorReason } from "./walletErrors.ts"

/** Words that come without a code, or with a vague one, and what they say of a request that sends nothing. */
const words: readonly (readonly [tag: string, ...texts: readonly string[]])[] = [
  [
    "Declined",
    "Cancelled",
    "cancel",
    "Request reject",
    "Request was rejected",
    "Signature request rejected",
    "Connect request rejected",
    "Wallet connection rejected",
    "Sign message rejected",
    "Sign in cancelled",
    "Authorization denied",
    "authorization request declined",
    "Approval Denied: Popup Closed.",
    "Plugin Closed",
    "Wallet closed",
    "popup_closed_by_user",
    "User closed the connection request",
    "User exited before completing",
    "User aborted",
    "User did not approve",
    "CanceledByUser",
    "keystone_error#Tx_canceled",
  ],
  [
    "RequestPending",
    "The source https://dapp.example has a pending authorization request",
    "Pending authorisation request already exists for this site. Please accept or reject the request.",
    "Request of type 'wallet_requestPermissions' already pending for origin https://docs.example",
    "Another request is pending",
    "There is already a pending request",
    "Duplicate request",
    "Requested resource not available.",
    "Wallet is busy",
  ],
  [
    "Locked",
    "Wallet is locked",
    "KeyringController - locked",
    "Please unlock your wallet",
    "Wallet not unlocked",
    "wallet must be unlocked",
    "Ledger locked (0x6b0c)",
    "Locked",
  ],
  [
    "Unsupported",
    "personal_sign not supported",
    "eth_signTypedData_v4 is not supported",
    "Feature not supported",
    "This wallet does not support message signing",
    "Unsupported method",
  ],
  [
    "Offline",
    "Attempting to use a disconnected port object",
    "A listener indicated an asynchronous response by returning true, but the message channel closed before a response was received",
  ],
  ["Unauthorized", "https://dapp.example is not an approved origin"],
  [
    "Failed",
    "RPC request denied",
    "Access denied",
    "request rejected by the node",
    "Network request cancelled",
    "The user aborted a request.",
    "Wallet unlocked, but no account exists",
    "The wallet does not support this network",
    "Something went wrong",
  ],
]

describe("words of wallets without a code", () => {
  it.each(words)("reads %s of a request that sends nothing", (tag, ...texts) => {
    for (const text of texts)
      for (const thrown of [text, new Error(text), { code: -32603, message: text }])
        expect([text, toConnectorReason(thrown, "personal_sign")._tag]).toEqual([text, tag])
  })

  it("leaves all but a refusal open after a send", () => {
    const open = words.flatMap(([tag, ...texts]) => (tag === "Declined" ? [] : texts))
    for (const text of open)
      expect([text, toConnectorReason(text, "eth_sendTransaction")._tag]).toEqual([text, "Failed"])
  })
})
