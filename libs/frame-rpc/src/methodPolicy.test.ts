import { expect, it } from "vitest"
import { getMethodPolicy, safeMethods, unsafeMethods } from "./methodPolicy.ts"

it("lists 41 safe methods and 11 unsafe ones, without duplicates", () => {
  expect(safeMethods).toHaveLength(41)
  expect(unsafeMethods).toHaveLength(11)
  expect(new Set<string>([...safeMethods, ...unsafeMethods]).size).toBe(52)
})

it("requires approval for every method that signs, or sends an unsigned transaction", () => {
  expect(safeMethods.filter((method) => /sign|send|grant|revoke/i.test(method))).toEqual([
    "eth_sendRawTransaction",
  ])
  const unsafe = `
    personal_sign eth_signTypedData_v4 eth_sendTransaction eth_sendUserOperation wallet_sendCalls
    wallet_grantPermissions wallet_revokePermissions solana_signMessage solana_signTransaction
    solana_signAllTransactions solana_signAndSendTransaction`
  for (const method of unsafe.trim().split(/\s+/)) expect(getMethodPolicy(method)).toBe("unsafe")
  expect(getMethodPolicy("eth_call")).toBe("safe")
})

it.each(["eth_sign", "eth_signTransaction", "ETH_CALL", " eth_call", "constructor", ""])(
  "returns unlisted for %j",
  (method) => {
    expect(getMethodPolicy(method)).toBe("unlisted")
  },
)
