import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { makeScriptedRpc } from "../../testing/scriptedRpc.ts"
import { entryPoints } from "../operations/UserOperationEvent.ts"
import { decodeTypedDataApprovals } from "./decodeTypedDataApprovals.ts"
import { parseTypedData } from "./parseTypedData.ts"
import { fetchTypedDataWarnings } from "./typedDataWarnings.ts"

const [owner, spender, token] = ["22", "33", "44"].map((byte) => `0x${byte.repeat(20)}`)
const toText = (domain: object) =>
  JSON.stringify({
    domain,
    types: { Permit: ["owner", "spender"].map((name) => ({ name, type: "address" })) },
    primaryType: "Permit",
    message: { owner, spender },
  })
const { rpc } = makeScriptedRpc(() => "0x6000")
const warnings = (domain: object) =>
  Effect.runPromise(fetchTypedDataWarnings(rpc, toText(domain), 1n, { from: owner ?? "", own: [] }))

describe("typed data whose domain lacks a member that a script of the page added to Object.prototype", () => {
  const add = (name: string, value: unknown) =>
    Reflect.defineProperty(Object.prototype, name, { value, configurable: true })
  afterEach(() => {
    for (const name of ["chainId", "verifyingContract"]) Reflect.deleteProperty(Object.prototype, name)
  })

  it("warns that it is valid on every chain", async () => {
    add("chainId", "0x1")
    expect(await warnings({ verifyingContract: token })).toContainEqual({ _tag: "OtherChain", said: "" })
  })

  it("warns of no contract", async () => {
    const before = await warnings({ chainId: 1 })
    add("verifyingContract", entryPoints[0])
    expect(await warnings({ chainId: 1 })).toEqual(before)
    const read = parseTypedData(toText({ chainId: 1 }))
    expect(JSON.stringify(read && decodeTypedDataApprovals(read))).not.toContain(entryPoints[0])
  })
})
