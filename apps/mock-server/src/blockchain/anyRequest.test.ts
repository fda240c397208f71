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
import { expect, it } from "vitest"
import * as z from "zod/mini"
import { bitcoinAccounts } from "../bitcoin/bitcoinAccounts.ts"
import { accounts } from "../evm/accounts.ts"
import { nativeAddress } from "../evm/exchange.ts"
import { tokens } from "../evm/tokens.ts"
import { solanaAccounts } from "../solana/solanaAccounts.ts"
import { anyText } from "../testing/anyText.ts"
import { setupTestHandler } from "../testing/setupTestHandler.ts"
import { makeWorldClient } from "../testing/WorldClient.ts"

const { send } = makeWorldClient(setupTestHandler(), "any request")

const [usd, dai] = tokens
const others = [solanaAccounts[0], ...Object.values(bitcoinAccounts.mainnet[0] ?? {})]
const plain = [accounts[0], usd.address, dai.address, nativeAddress, nativeAddress.toLowerCase(), ...others]
const served = ["eip155:1", solana.caipNetworkId, bitcoin.caipNetworkId]
const chains = [...served, "eip155:1", "eip155:999999", "near:mainnet", ":", "eip155:"]

/** Half of them are valid, so that requests get further than the first check. */
const text = fc.oneof(
  { weight: 1, arbitrary: anyText() },
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

const token = (address: string) => `eip155:1:${address}`
const pair = { from: token(usd.address), to: token(dai.address) }
const userAddress = token(accounts[0])

/** Paths, each with a valid query. */
const calls = [
  { call: getIdentity, good: { sender: accounts[0] } },
  { call: getBalance, good: { currency: "usd", chainId: "eip155:1", forceUpdate: pair.from } },
  { call: getHistory, good: { chainId: "eip155:1" } },
  { call: getConvertTokens, good: { chainId: "eip155:1" } },
  { call: getConvertQuotes, good: { ...pair, amount: "1000000", userAddress: accounts[0], gasPrice: "1" } },
  { call: getConvertAllowance, good: { tokenAddress: pair.from, userAddress } },
  { call: getConvertGasPrice, good: { chainId: "eip155:1" } },
  { call: getBuildApprove, good: { ...pair, userAddress } },
]

/** A valid request, with at most one field changed. It may contain an unneeded field. */
const makeNearlyValid = <A>(good: Readonly<Record<string, unknown>>, anything: fc.Arbitrary<A>) =>
  fc
    .tuple(fc.constantFrom("", "cursor", "onramp", ...Object.keys(good)), anything)
    .map(([field, value]) => (field === "" ? good : { ...good, [field]: value }))

const ErrorBody = z.object({
  status: z.literal("FAILED"),
  reasons: z.array(z.object({ field: z.string(), description: z.string() })).check(z.minLength(1)),
})

/** `answered` when the response decodes, `refused` when an error names a field; else the response itself. */
const describeOutcome = async (response: Response, shape: z.ZodMiniType): Promise<string> => {
  const text = await response.text()
  const body: unknown = JSON.parse(text)
  if (response.status === 200 && z.safeParse(shape, body).success) return "answered"
  if ([400, 404].includes(response.status) && z.safeParse(ErrorBody, body).success) return "refused"
  return `${response.status} ${text}`
}

it("returns a valid response or an error for any query", { timeout: 900_000 }, async () => {
  const request = fc.constantFrom(...calls).chain(({ call, good }) =>
    fc.record({
      call: fc.constant(call),
      address: fc.oneof(fc.constant(accounts[0]), text),
      query: fc.oneof(
        makeNearlyValid(good, fc.oneof(text, amount)),
        fc.dictionary(fc.constantFrom(...Object.keys(good)), text),
      ),
    }),
  )
  const outcomes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(request, async ({ call, address, query }) => {
      const path = call.pattern.replace(":address", encodeURIComponent(address.toWellFormed()))
      const carried = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
      const outcome = await describeOutcome(await send("GET", path, { query: carried }), call.response)
      expect(["answered", "refused"]).toContain(outcome)
      outcomes.add(outcome)
    }),
  )
  expect(outcomes.size).toBe(2)
})

it("returns a valid response or an error for any body", { timeout: 900_000 }, async () => {
  const anything = fc.oneof(text, amount, fc.anything({ maxDepth: 2 }))
  const swap = makeNearlyValid(
    {
      ...pair,
      userAddress,
      amount: "1000000",
      eip155: { slippage: 1 },
      projectId: "any request",
      disableEstimate: true,
    },
    anything,
  )
  const slipping = fc.tuple(swap, fc.double()).map(([body, slippage]) => ({ ...body, eip155: { slippage } }))
  const price = makeNearlyValid(
    { currency: "usd", addresses: [pair.from], projectId: "any request" },
    anything,
  )
  const request = fc.oneof(
    fc.tuple(fc.constant(postBuildTransaction), fc.oneof(swap, slipping)),
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
        // Clients cannot send big integers or circular objects.
      }
      const outcome = await describeOutcome(await send("POST", call.pattern, { body }), call.response)
      expect(["answered", "refused"]).toContain(outcome)
      outcomes.add(outcome)
    }),
  )
  expect(outcomes.size).toBe(2)
})
