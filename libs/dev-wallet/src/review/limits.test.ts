import { describe, expect, it } from "vitest"
import { describeRequest } from "../describeRequest.ts"
import { first, second, setupDevWallet } from "../testing/setupDevWallet.ts"
import { reviewRequest } from "./reviewRequest.ts"

const setup = async () => {
  const wallet = setupDevWallet({ review: reviewRequest })
  await wallet.request("eth_requestAccounts")
  wallet.asked.length = 0
  return wallet
}

/** Typed data that no descriptor reads, with a list of addresses, of which one differs. */
const listOf = (count: number) =>
  JSON.stringify({
    domain: { name: "Test", chainId: 1 },
    primaryType: "Thing",
    types: {
      EIP712Domain: [],
      Thing: [{ name: "list", type: "Item[]" }],
      Item: [{ name: "to", type: "address" }],
    },
    message: { list: Array.from({ length: count }, (_, at) => ({ to: at === 99 ? second : first })) },
  })

describe("review of a long request", () => {
  it("refuses by the number and the bound, without asking the user", async () => {
    const { asked, request } = await setup()
    const signed = request("eth_signTypedData_v4", first, listOf(1_500))
    await expect(signed).rejects.toMatchObject({
      code: -32602,
      message: "The request has 1501 lines, and at most 1000 can be reviewed. No wallet received it.",
    })
    const message = `0x${"41".repeat(120_000)}`
    await expect(request("personal_sign", message, first)).rejects.toMatchObject({ code: -32602 })
    expect(asked).toEqual([])
  })

  it("starts with the totals, has every row, and takes an act", async () => {
    const { asked, request } = await setup()
    await request("eth_signTypedData_v4", first, listOf(300)).catch(() => {})
    const [prompt] = asked
    if (prompt === undefined) throw new Error("no prompt")
    const { acts, lines } = describeRequest(prompt)
    expect(lines.find(({ label }) => label === "Data")?.text).toContain(second)
    expect(lines[0]).toEqual({ label: "list[].to", text: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8" })
    expect(acts.map(({ check }) => check)).toContain("I have read it to its end")
  })

  it("shows a message to its end, with an act", async () => {
    const { asked, request } = await setup()
    const text = `${"I agree. ".repeat(600)}Everything is yours.`
    await request("personal_sign", `0x${Buffer.from(text).toString("hex")}`, first).catch(() => {})
    const [prompt] = asked
    if (prompt === undefined) throw new Error("no prompt")
    const { acts, lines } = describeRequest(prompt)
    expect(lines).toContainEqual({ label: "Message", text })
    expect(acts.map(({ title }) => title)).toEqual(["Long: 69 lines"])
  })
})
