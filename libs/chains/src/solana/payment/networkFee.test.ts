import { Effect } from "effect"
import { expect, it } from "vitest"
import { makeScriptedRpc, ScriptedRejection } from "../../testing/scriptedRpc.ts"
import { makeInstruction, setComputeBudget, transferSol } from "../../testing/solanaTransactions.ts"
import { fetchUnitPrice, getNetworkFee } from "./networkFee.ts"

const vera = "oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96"
const stranger = makeInstruction(vera, new Uint8Array())
const checking = makeInstruction("Ed25519SigVerify111111111111111111111111111", Uint8Array.of(2))
const [limit, price] = setComputeBudget(100_000, 2_000_000n)
if (limit === undefined || price === undefined) throw new Error("There are two.")

const signedBy = (numSignerAccounts: number) => ({
  header: { numSignerAccounts, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 0 },
})

it("charges each signature and the price of every permitted compute unit", () => {
  const pay = transferSol(vera, vera, 1n)
  expect(getNetworkFee(signedBy(1), [pay])).toBe(5_000n)
  expect(getNetworkFee(signedBy(2), [pay, checking])).toBe(20_000n)
  expect(getNetworkFee(signedBy(1), [limit, price, pay])).toBe(205_000n)
  // Without a limit: 3,000 for native programs, 200,000 for others.
  expect(getNetworkFee(signedBy(1), [price, pay])).toBe(5_000n + 12_000n)
  expect(getNetworkFee(signedBy(1), [price, stranger])).toBe(5_000n + 406_000n)
  expect(getNetworkFee(signedBy(1), [price, ...Array.from({ length: 9 }, () => stranger)])).toBe(
    5_000n + 2_800_000n,
  )
})

it("returns the price that most blocks accepted, within bounds", async () => {
  const offered = (answer: unknown) =>
    Effect.runPromise(fetchUnitPrice(makeScriptedRpc(() => answer).rpc, [vera]))
  const fees = (...all: readonly number[]) => all.map((prioritizationFee) => ({ slot: 1, prioritizationFee }))
  expect(await offered(fees(0, 0, 0, 0))).toBe(10_000n)
  expect(await offered(fees(1, 30_000, 20_000, 50_000))).toBe(50_000n)
  expect(await offered(fees(9e12))).toBe(5_000_000n)
  expect(await offered([])).toBe(10_000n)
  expect(await offered("no")).toBe(10_000n)
  expect(await offered(undefined)).toBe(10_000n)
  const silent = makeScriptedRpc(() => new ScriptedRejection({ _tag: "Unreachable", detail: "" })).rpc
  expect(await Effect.runPromise(Effect.flip(fetchUnitPrice(silent, [vera])))).toMatchObject({
    _tag: "RpcError",
  })
})
