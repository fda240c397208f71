import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection, toRpcErrorResponse } from "../testing/scriptedRpc.ts"
import { fetchSession } from "./fetchSession.ts"

const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const key = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const token = "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c"
const word = (value: bigint | string) => BigInt(value).toString(16).padStart(64, "0")
const context = `0x${word(key)}`
const pay = (allowance: bigint) => ({
  type: "native-token-transfer",
  data: { allowance: `0x${allowance.toString(16)}` },
})
const transfer = { type: "erc20-token-transfer", data: { allowance: "0x10", address: token } }
const stored = { context, expiry: 2_000_000_000, permissions: [pay(100n), transfer] }

/** An account that keeps the session of `key`, with these answers. */
const fetchFrom = (answers: { readonly sessions?: unknown; readonly left?: unknown }, session = stored) => {
  const { asked, rpc } = makeScriptedRpc((_, [call]) => {
    const { data, to } = call as { readonly data: string; readonly to: string }
    expect(to).toBe(account)
    return data === `0x431a1b97${word(key)}` ? (answers.sessions ?? "0x") : (answers.left ?? "0x")
  })
  const fetched = Effect.runPromise(Effect.result(fetchSession({ network, rpc, account, session })))
  return fetched.then((result) => ({ result, asked }))
}
const keep = (expiry: bigint, active: boolean) => `0x${word(expiry)}${word(1n)}${word(active ? 1n : 0n)}`

describe("fetchSession", () => {
  it("returns what the account's contract still allows, and its own end", async () => {
    const { asked, result } = await fetchFrom({ sessions: keep(1_900_000_000n, true), left: `0x${word(7n)}` })
    expect(result).toMatchObject({
      success: {
        key,
        expiry: 1_900_000_000,
        status: "active",
        allowances: [
          { _tag: "Spend", token: null, limit: 100n, left: 7n },
          { _tag: "Spend", token, limit: 16n, left: 7n },
        ],
      },
    })
    expect(asked.map(([, [call]]) => (call as { readonly data: string }).data)).toEqual([
      `0x431a1b97${word(key)}`,
      `0x1a46ec82${word(key)}${word(0n)}`,
      `0x1a46ec82${word(key)}${word(token)}`,
    ])
  })

  it("says that a session is over when the contract does, whatever the service has", async () => {
    const { result } = await fetchFrom({ sessions: keep(2n ** 48n - 1n, false), left: `0x${word(0n)}` })
    expect(result).toMatchObject({ success: { status: "ended", expiry: null } })
  })

  it.each([
    ["no code", "0x"],
    ["a fallback that answers one word", `0x${word(1n)}`],
    ["a flag that is none", `0x${word(1n)}${word(1n)}${word(2n)}`],
    ["more words", `${keep(1n, true)}${word(0n)}`],
    ["a time of more than 48 bits", keep(2n ** 48n, true)],
    ["an error", new ScriptedRejection(toRpcErrorResponse(3, "execution reverted"))],
  ])("repeats the service's terms for an account with %s", async (_, sessions) => {
    const { result } = await fetchFrom({ sessions })
    expect(result).toMatchObject({
      success: {
        status: "unknown",
        expiry: 2_000_000_000,
        allowances: [
          { limit: 100n, left: null },
          { limit: 16n, left: null },
        ],
      },
    })
  })

  it("adds up the limits of one token, as the account does", async () => {
    const { result } = await fetchFrom({}, { ...stored, permissions: [pay(100n), transfer, pay(20n)] })
    expect(result).toMatchObject({ success: { allowances: [{ limit: 120n }, { limit: 16n }] } })
  })

  it("returns no key and asks nothing for another context", async () => {
    const { asked, result } = await fetchFrom({}, { ...stored, context: `0x${"ff".repeat(32)}` })
    expect(result).toMatchObject({ success: { key: null, status: "unknown" } })
    expect(asked).toEqual([])
  })

  it("returns no allowance for permissions of another form", async () => {
    const { result } = await fetchFrom({}, { ...stored, permissions: [] })
    expect(result).toMatchObject({ success: { key, allowances: [] } })
  })
})
