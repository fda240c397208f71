import {
  getBalance,
  getBuildApprove,
  getConvertAllowance,
  getConvertGasPrice,
  getConvertQuotes,
  getConvertTokens,
  getHistory,
  getIdentity,
  postBuildTransaction,
  postFungiblePrice,
} from "@wmodal/api"
import { bitcoin, solana } from "@wmodal/protocol/networks"
import fc from "fast-check"
import { maxUint256 } from "viem"
import { afterAll, expect, it } from "vitest"
import * as z from "zod/mini"
import { bitcoinAccounts } from "../bitcoin/bitcoinAccounts.ts"
import { accounts } from "../evm/accounts.ts"
import { nativeAddress } from "../evm/exchange.ts"
import { tokens } from "../evm/tokens.ts"
import { makeHandler } from "../Handler.ts"
import { solanaAccounts } from "../solana/solanaAccounts.ts"
import { makeWorldClient } from "../testing/WorldClient.ts"

const handler = makeHandler()
afterAll(() => handler.close())
const { send } = makeWorldClient(handler, "any request")

const [usd, dai] = tokens
const others = [solanaAccounts[0], ...Object.values(bitcoinAccounts.mainnet[0] ?? {})]
const plain = [accounts[0], usd.address, dai.address, nativeAddress, nativeAddress.toLowerCase(), ...others]
const served = ["eip155:1", solana.caipNetworkId, bitcoin.caipNetworkId]
const chains = [...served, "eip155:1", "eip155:999999", "near:mainnet", ":", "eip155:"]

/** Half of them make sense, so that requests get further than the first check. */
const text = fc.oneof(
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("0", "1", "-1", "1e3", "0x10", "0x", "1.5", `${maxUint256}`, "9".repeat(78)),
  },
  { weight: 3, arbitrary: fc.constantFrom(...plain, ...chains) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...chains), fc.constantFrom(...plain))
      .map(([chain, address]) => `${chain}:${address}`),
  },
)

const amount = fc.oneof(
  fc.constantFrom("1", "1000000", "0x1", `${maxUint256}`),
  fc.bigInt({ min: 0n }).map(String),
  text,
)

const calls = [
  { call: getIdentity, query: ["sender"] },
  { call: getBalance, query: ["currency", "chainId", "forceUpdate"] },
  { call: getHistory, query: ["cursor", "onramp", "chainId"] },
  { call: getConvertTokens, query: ["chainId"] },
  { call: getConvertQuotes, query: ["amount", "userAddress", "from", "to", "gasPrice"] },
  { call: getConvertAllowance, query: ["tokenAddress", "userAddress"] },
  { call: getConvertGasPrice, query: ["chainId"] },
  { call: getBuildApprove, query: ["userAddress", "from", "to"] },
] as const

const Refused = z.object({
  status: z.literal("FAILED"),
  reasons: z.array(z.object({ field: z.string(), description: z.string() })).check(z.minLength(1)),
})

/** `answered` where the answer decodes, `refused` where a refusal names a field; else the answer itself. */
const outcomeOf = async (response: Response, shape: z.ZodMiniType): Promise<string> => {
  const text = await response.text()
  const body: unknown = JSON.parse(text)
  if (response.status === 200 && z.safeParse(shape, body).success) return "answered"
  if ([400, 404].includes(response.status) && z.safeParse(Refused, body).success) return "refused"
  return `${response.status} ${text}`
}

it("is answered or refused, whatever it asks", { timeout: 900_000 }, async () => {
  const request = fc.constantFrom(...calls).chain(({ call, query }) =>
    fc.record({
      call: fc.constant(call),
      address: text,
      query: fc.record(
        Object.fromEntries(
          query.map((name) => [name, name === "amount" || name === "gasPrice" ? amount : text]),
        ),
        { requiredKeys: [] },
      ),
      currency: fc.constantFrom("usd", "usd", "eur"),
    }),
  )
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(request, async ({ call, address, query, currency }) => {
      const path = call.pattern.replace(":address", encodeURIComponent(address.toWellFormed()))
      const carried = { ...query, ...(call === getBalance && { currency }) }
      const outcome = await outcomeOf(await send("GET", path, { query: carried }), call.response)
      expect(["answered", "refused"]).toContain(outcome)
      outcomes.add(outcome)
    }),
  )
  expect(outcomes.size).toBe(2)
})

it("is answered or refused, whatever its body says", { timeout: 900_000 }, async () => {
  const anything = fc.oneof(text, amount, fc.anything({ maxDepth: 2 }))
  const swap = fc.record(
    {
      amount: fc.oneof(amount, anything),
      eip155: fc.oneof(
        fc.record({ slippage: fc.oneof(fc.double(), fc.constantFrom(0, 1, 0.1, 50, 100)) }),
        anything,
      ),
      projectId: fc.constant("any request"),
      from: text,
      to: text,
      userAddress: text,
      disableEstimate: fc.oneof(fc.boolean(), anything),
    },
    { requiredKeys: [] },
  )
  const price = fc.record(
    {
      currency: fc.oneof(fc.constant("usd"), anything),
      addresses: fc.oneof(fc.array(text), anything),
      projectId: text,
    },
    { requiredKeys: [] },
  )
  const request = fc.oneof(
    fc.tuple(fc.constant(postBuildTransaction), swap),
    fc.tuple(fc.constant(postFungiblePrice), price),
    fc.tuple(fc.constantFrom(postBuildTransaction, postFungiblePrice), fc.anything()),
  )
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(request, async ([call, value]) => {
      let body: unknown = null
      try {
        body = JSON.parse(JSON.stringify(value) ?? "null")
      } catch {
        // A big integer, or what holds itself, is nothing that a client can send.
      }
      const outcome = await outcomeOf(await send("POST", call.pattern, { body }), call.response)
      expect(["answered", "refused"]).toContain(outcome)
      outcomes.add(outcome)
    }),
  )
  expect(outcomes.size).toBe(2)
})
