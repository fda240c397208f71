import { expect, it } from "vitest"
import { getRpcErrorName, rpcErrorNames } from "./rpcErrorCodes.ts"

it("names every code of the catalog, and maps 5000 to UserRejected", () => {
  const codes = [-32700, -32600, -32601, -32602, -32603, 3, 4001, 4100, 4200, 4900, 4901, 4902, 5000]
  const server = [0, 1, 2, 3, 4, 5, 6].map((n) => -32000 - n)
  expect([...codes, ...server].map(getRpcErrorName)).not.toContain(null)
  expect(Object.keys(rpcErrorNames)).toHaveLength(codes.length + server.length)
  expect(getRpcErrorName(5000)).toBe("UserRejected")
  expect(getRpcErrorName(4001)).toBe("UserRejected")
})

it("returns null for any other code", () => {
  expect([0, 1, -32007, 32603, 4001.5, Number.NaN].map(getRpcErrorName)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})
