import { safeMethods } from "@wmodal/frame-rpc"
import { describe, expect, it } from "vitest"
import { isPassthrough } from "./passthrough.ts"

describe("isPassthrough", () => {
  it.each([
    "eth_sendTransaction",
    "eth_sendUserOperation",
    "eth_sign",
    "eth_signTransaction",
    "eth_signTypedData",
    "eth_signTypedData_v1",
    "eth_signTypedData_v3",
    "eth_signTypedData_v4",
    "eth_decrypt",
    "eth_getEncryptionPublicKey",
    "personal_sign",
    "personal_sendTransaction",
    "personal_unlockAccount",
    "wallet_sendCalls",
    "wallet_sendTransaction",
    "wallet_sign",
    "wallet_connect",
    "wallet_grantPermissions",
    "wallet_requestPermissions",
    "wallet_createSession",
    "wallet_invokeMethod",
    "wallet_invokeSnap",
    "wallet_requestSnaps",
    "wallet_snap",
    "wallet_addSubAccount",
    "wallet_swapAsset",
    "wallet_upgradeAccount",
    "anvil_setBalance",
    "__proto__",
    "constructor",
  ])("returns false for %s", (method) => {
    expect(isPassthrough(method)).toBe(false)
  })

  it.each(["personal_ecRecover", "web3_sha3"])("returns true for %s, which computes alone", (method) => {
    expect(isPassthrough(method)).toBe(true)
  })

  it("returns true for every safe method of the embedded wallet", () => {
    expect(safeMethods.filter((method) => !isPassthrough(method))).toEqual([])
  })
})
