import { type Rpc, RpcError } from "@wmodal/protocol"
import { solanaDevnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { concatBytes, encodeU32, encodeU64 } from "../testing/solanaBytes.ts"
import { encodeBase64 } from "../text/base64.ts"
import { filterOwned } from "./filterOwned.ts"
import { normalizeAddress } from "./normalizeAddress.ts"
import { metaplexMetadataAddress } from "./program/programAddress.ts"
import { programs } from "./program/programs.ts"
import { fetchSpendableBalance, fetchToken, fetchTokenBalance } from "./token.ts"

const vera = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const gold = "EtcCeEgSjtSnbFcZDXPbtV8oj4CgduHBwVtZawQ5ZRm6"
const elsewhere = "AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD"

const account = (owner: string, data: Uint8Array) => ({
  owner,
  lamports: 1,
  executable: false,
  data: [encodeBase64(data), "base64"],
})
const mint = concatBytes(new Uint8Array(44), [6, 1], new Uint8Array(36))
const text = (words: string) => {
  const bytes = new TextEncoder().encode(words)
  return concatBytes(encodeU32(bytes.length), bytes)
}
const metaplex = (of: string, name: string, symbol: string) =>
  account(programs.metadata, concatBytes([4], vera, of, text(name), text(symbol)))
/** A mint whose metadata is in another account. */
const pointing = (to: string) =>
  account(
    programs.token2022,
    concatBytes(mint, new Uint8Array(83), [1], [18, 0, 64, 0], new Uint8Array(32), to),
  )

type AccountFixtures = Readonly<Record<string, ReturnType<typeof account>>>
const described = (accounts: AccountFixtures) => {
  const { rpc } = makeScriptedRpc((_, [first]) => ({
    value: z
      .array(z.string())
      .parse(first)
      .map((one) => accounts[one] ?? null),
  }))
  return Effect.runPromise(fetchToken({ network, rpc, token: gold }))
}

describe("fetchToken of Solana", () => {
  it("returns the names without deceptive characters", async () => {
    const named = (name: string, symbol: string) =>
      described({
        [gold]: account(programs.token, mint),
        [metaplexMetadataAddress(gold)]: metaplex(gold, name, symbol),
      })
    expect(await named("Gold\0\0\0", "GLD\0")).toEqual({ name: "Gold", symbol: "GLD", decimals: 6 })
    expect(await named("Go\u202eld\n", "G".repeat(99))).toEqual({
      name: "Gold",
      symbol: "G".repeat(32),
      decimals: 6,
    })
  })

  it("returns empty names, or those of a linked account that belongs to the token", async () => {
    expect(await described({ [gold]: account(programs.token, mint) })).toEqual({
      name: "",
      symbol: "",
      decimals: 6,
    })
    const pointed = (of: string) =>
      described({ [gold]: pointing(elsewhere), [elsewhere]: metaplex(of, "Gold", "GLD") })
    expect(await pointed(gold)).toMatchObject({ symbol: "GLD" })
    expect(await pointed(vera)).toMatchObject({ symbol: "" })
  })

  it.each([
    ["a permanent delegate", vera, { isRecallable: true }],
    ["no delegate in the extension", new Uint8Array(32), {}],
  ])("returns whether the issuer may take the token back: %s", async (_, delegate, fact) => {
    const extended = concatBytes(mint, new Uint8Array(83), [1], [12, 0, 32, 0], delegate)
    expect(await described({ [gold]: account(programs.token2022, extended) })).toEqual({
      name: "",
      symbol: "",
      decimals: 6,
      ...fact,
    })
  })

  it("returns null when the account is missing or not a token", async () => {
    expect(await described({})).toBe(null)
    expect(await described({ [gold]: account(programs.system, new Uint8Array()) })).toBe(null)
  })
})

const holding = (amount: bigint, state = 1, owner = vera) =>
  account(
    programs.token,
    concatBytes(gold, owner, encodeU64(amount), new Uint8Array(36), [state], new Uint8Array(56)),
  )
const holdings = (...all: readonly ReturnType<typeof holding>[]): Rpc =>
  makeScriptedRpc(() => ({ value: all.map((one) => ({ pubkey: elsewhere, account: one })) })).rpc

describe("token balance of Solana", () => {
  const of = (rpc: Rpc) => ({ network, rpc, address: vera, token: gold })

  it("sums all accounts, but excludes frozen ones from the spendable balance", async () => {
    const rpc = holdings(holding(5n), holding(7n, 2), holding(0n))
    expect(await Effect.runPromise(fetchTokenBalance(of(rpc)))).toBe(12n)
    expect(await Effect.runPromise(fetchSpendableBalance(of(rpc)))).toBe(5n)
  })

  it("limits the spendable balance to the accounts of one transaction", async () => {
    const rpc = holdings(...[1n, 2n, 3n, 4n, 5n, 6n].map((amount) => holding(amount)))
    expect(await Effect.runPromise(fetchTokenBalance(of(rpc)))).toBe(21n)
    expect(await Effect.runPromise(fetchSpendableBalance(of(rpc)))).toBe(20n)
  })

  it("fails as Malformed when the node returns an account of another owner", async () => {
    const error = await Effect.runPromise(
      Effect.flip(fetchTokenBalance(of(holdings(holding(5n, 1, elsewhere))))),
    )
    expect(error).toMatchObject({ reason: { _tag: "Malformed" } })
  })
})

describe("filterOwned of Solana", () => {
  const asked = (rpc: Rpc, contract: string = gold) =>
    filterOwned({ network, rpc, owner: vera, collectibles: [{ contract, tokenId: "" }] })

  it("keeps owned collectibles and drops others and invalid ones", async () => {
    expect(await Effect.runPromise(asked(holdings(holding(1n))))).toHaveLength(1)
    expect(await Effect.runPromise(asked(holdings(holding(0n))))).toEqual([])
    expect(await Effect.runPromise(asked(holdings(holding(1n)), "no"))).toEqual([])
    const none = makeScriptedRpc(
      () => new ScriptedRejection(toRpcErrorResponse(-32602, "Invalid param: could not find mint")),
    ).rpc
    expect(await Effect.runPromise(asked(none))).toEqual([])
  })

  it("fails with RpcError when the node is rate-limited or unreachable", async () => {
    for (const reason of [
      toRpcErrorResponse(-32005, "Too many requests"),
      { _tag: "Unreachable", detail: "" } as const,
    ]) {
      const error = await Effect.runPromise(
        Effect.flip(asked(makeScriptedRpc(() => new ScriptedRejection(reason)).rpc)),
      )
      expect(error).toBeInstanceOf(RpcError)
    }
  })
})

it("accepts canonical base58 of 32 bytes only", () => {
  for (const fine of [vera, gold, programs.system]) expect(normalizeAddress(fine)).toBe(fine)
  for (const odd of [
    "",
    "1",
    `${programs.system}1`,
    vera.slice(1),
    `${vera} `,
    vera.replace("o", "O"),
    "1".repeat(44),
  ])
    expect(normalizeAddress(odd)).toBe(null)
})
