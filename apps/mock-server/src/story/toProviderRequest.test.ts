import { hashTypedData, maxUint256, recoverTypedDataAddress } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { expect, it } from "vitest"
import * as z from "zod/mini"
import { accounts } from "../evm/accounts.ts"
import { maliciousRouters } from "../evm/maliciousRouters.ts"
import { tokens } from "../evm/tokens.ts"
import { StoryWorldFailed } from "./StoryWorldFailed.ts"
import { toProviderRequest } from "./toProviderRequest.ts"

const [vera, milo] = accounts
const person = { pass: false, answer: "approve" } as const

it("returns a permit as typed data of the network, which the account can sign", async () => {
  const permit = { token: "mUSDC", spender: "thief", amount: "unlimited" }
  const { method, params } = toProviderRequest({ ...person, permit }, "eip155:137")
  expect([method, params[0]]).toEqual(["eth_signTypedData_v4", vera])
  const typedData = JSON.parse(z.string().parse(params[1]))
  expect(typedData).toMatchObject({
    domain: { chainId: 137, verifyingContract: tokens[0].address },
    message: { owner: vera, spender: maliciousRouters.keep, value: `${maxUint256}` },
  })
  expect(hashTypedData(typedData)).toMatch(/^0x/)
  const account = mnemonicToAccount("test test test test test test test test test test test junk")
  const signature = await account.signTypedData(typedData)
  expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(vera)
})

it("returns approvals and calls as transactions", () => {
  const approval = { token: "mUSDC", spender: milo, amount: "2" }
  expect(toProviderRequest({ ...person, approval }, "eip155:1")).toEqual({
    method: "eth_sendTransaction",
    params: [
      {
        from: vera,
        to: tokens[0].address,
        data: `0x095ea7b3${milo.slice(2).toLowerCase().padStart(64, "0")}${(2_000_000).toString(16).padStart(64, "0")}`,
      },
    ],
  })
  const call = { to: "second", data: "0x1234", value: "0.5" }
  expect(toProviderRequest({ ...person, call }, "eip155:1").params).toEqual([
    { from: vera, to: milo, data: "0x1234", value: `0x${(5n * 10n ** 17n).toString(16)}` },
  ])
})

it("throws StoryWorldFailed for an unknown token", () => {
  const permit = { token: "ETH", spender: "thief", amount: "1" }
  expect(() => toProviderRequest({ ...person, permit }, "eip155:1")).toThrow(StoryWorldFailed)
})
