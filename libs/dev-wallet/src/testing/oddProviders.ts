import type { Eip1193Provider } from "@wmodal/chains/evm"

/** A wallet that never responds. */
export const unresponsiveProvider: Eip1193Provider = { request: () => new Promise(() => {}) }

/** A wallet that rejects every request with `value` of any type. */
export const makeRejectingProvider = (value: unknown): Eip1193Provider => ({
  request: () => Promise.reject(value),
})

/** A wallet whose `request` throws `value` before it returns a promise. */
export const makeThrowingProvider = (value: unknown): Eip1193Provider => ({
  request: () => {
    throw value
  },
})

/** A wallet that responds to every request with `value`. */
export const makeAnsweringProvider = (value: unknown): Eip1193Provider => ({
  request: () => Promise.resolve(value),
})

const circular: Record<string, unknown> = { message: "round and round" }
circular["self"] = circular

const hostile = new Proxy(
  {},
  {
    get: () => {
      throw new Error("do not read me")
    },
  },
)

/** Values that real wallets have thrown or returned, and worse. None is a valid response to any request. */
export const oddValues: readonly (readonly [name: string, value: unknown])[] = [
  ["undefined", undefined],
  ["null", null],
  ["an empty text", ""],
  ["a text", "Something went wrong"],
  ["a number", 42],
  ["NaN", Number.NaN],
  ["a symbol", Symbol("odd")],
  ["a function", () => undefined],
  ["an empty object", {}],
  ["a list with holes", [undefined, null, {}]],
  ["a circular object", circular],
  ["an object that throws when it is read", hostile],
  ["an Error without a code", new Error("Internal JSON-RPC error.")],
  ["a text of 1 MB", "x".repeat(1_000_000)],
]
