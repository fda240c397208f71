import { type Hex, verifyMessage } from "viem"
import { expect, it } from "vitest"
import * as z from "zod/mini"
import { setupTestHandler } from "../../testing/setupTestHandler.ts"
import { makeSiteClient } from "../testing/siteClient.ts"

const handler = setupTestHandler({ wallNow: () => 0 })
const HexText = z.custom<Hex>((value) => typeof value === "string" && value.startsWith("0x"))

it("signs with the keys of the signed-in user and reads the world's chains", async () => {
  const site = makeSiteClient(handler, "real")
  const token = await site.signIn("vera@shop.example")
  const chainId = "eip155:1"
  const { accounts, preferredAccountType } = await site.call("user", { chainId }, token)
  expect([accounts.map(({ type }) => type), preferredAccountType]).toEqual([
    ["eoa", "smartAccount"],
    "smartAccount",
  ])
  const address = HexText.parse(accounts[0]?.address)
  const call = { chainId, type: "eoa", method: "personal_sign", params: ["0x68656c6c6f", address] } as const
  const { title, lines } = await site.call("describe", call, token)
  expect([title, lines.some(({ text }) => text.includes("hello"))]).toEqual([expect.any(String), true])
  const { result } = await site.call("perform", await site.approve(call, token), token)
  expect(await verifyMessage({ address, message: "hello", signature: HexText.parse(result) })).toBe(true)
  const read = { chainId, type: "eoa", method: "eth_chainId", params: [] } as const
  expect(await site.call("read", read, token)).toEqual({ result: "0x1" })
  const solana = await site.call("user", { chainId: "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1" }, token)
  expect(solana).toMatchObject({ preferredAccountType: "eoa", accounts: [{ type: "eoa" }] })
  expect(await site.refusal("user", { chainId: "eip155:31337" }, token)).toEqual([
    400,
    "The wallet cannot be used on this network.",
  ])
  expect((await site.refusal("describe", { ...call, params: [] }, token))[0]).toBe(400)
})
