import { mainnet as network } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { makeScriptedRpc } from "../testing/scriptedRpc.ts"
import { isDelegated } from "./isDelegated.ts"

const address = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const checkDelegation = (code: unknown) =>
  isDelegated({ network, address, rpc: makeScriptedRpc(() => code).rpc })

describe("isDelegated", () => {
  it.each([
    ["0x", false],
    ["0x6080604052", false],
    [`0xef0100${"ba".repeat(20)}`, true],
    [`0xEF0100${"ba".repeat(20)}`, true],
    ["0xef00", false],
  ])("decodes the code %s as %s", async (code, expected) => {
    expect(await Effect.runPromise(checkDelegation(code))).toBe(expected)
  })

  it.each([null, 1, "0x0", "code", {}])("fails with Malformed for the code %j", async (code) => {
    expect((await Effect.runPromise(Effect.flip(checkDelegation(code)))).reason._tag).toBe("Malformed")
  })
})
