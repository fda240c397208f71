import { describe, expect, it } from "vitest"
import { parseGuardedRequest } from "./guardProvider.ts"

const me = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
const checksummed = "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb"
const otherAddress = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"

const refusal = (method: string, params: unknown): unknown => {
  try {
    return parseGuardedRequest(method, params)
  } catch (error) {
    return error
  }
}

describe("parseGuardedRequest of a transaction", () => {
  const send = { from: me, to: otherAddress, value: "0x0a", data: "0xabcd", gas: "0x5208", chainId: "0x1" }

  it("returns the wallet's params and the same reviewed transaction", () => {
    const transaction = { to: otherAddress, value: "0xa", data: "0xabcd", gas: "0x5208" }
    expect(parseGuardedRequest("eth_sendTransaction", [send])).toEqual({
      method: "eth_sendTransaction",
      params: [{ ...send, value: "0xa" }],
      request: { _tag: "Transaction", transaction },
      from: checksummed,
      network: "eip155:1",
      submission: { _tag: "Transaction", transaction },
    })
    expect(parseGuardedRequest("eth_signTransaction", [send]).submission).toEqual({ _tag: "Nothing" })
  })

  it("accepts a contract creation, and calldata as input", () => {
    const { request } = parseGuardedRequest("eth_sendTransaction", [{ from: me, input: "0x60" }])
    expect(request).toEqual({
      _tag: "Transaction",
      transaction: { to: null, value: "0x0", data: "0x60" },
    })
  })

  it.each<[string, unknown]>([
    ["data and input that differ", [{ ...send, input: "0x" }]],
    ["no sender", [{ ...send, from: undefined }]],
    ["a recipient that is none", [{ ...send, to: "nina.eth" }]],
    ["an amount in decimal", [{ ...send, value: "1000" }]],
    ["a negative amount", [{ ...send, value: "-0x1" }]],
    ["an amount that is a fraction", [{ ...send, value: 0.5 }]],
    ["data that is no hex", [{ ...send, data: "transfer" }]],
    ["neither a recipient nor code", [{ from: me, value: "0x1" }]],
    ["a chain id that is none", [{ ...send, chainId: "mainnet" }]],
    ["two of them", [send, send]],
    ["nothing", []],
  ])("rejects a transaction with %s", (_, params) => {
    expect(refusal("eth_sendTransaction", params)).toMatchObject({ code: -32602 })
  })

  it("reviews and sends one gas limit when a transaction names it gasLimit", () => {
    const { gas, ...rest } = send
    const transaction = { to: otherAddress, value: "0xa", data: "0xabcd", gas }
    for (const asked of [
      { ...rest, gasLimit: gas },
      { ...send, gasLimit: "0x05208" },
    ]) {
      const { params, request } = parseGuardedRequest("eth_sendTransaction", [asked])
      expect(params).toEqual([{ ...send, value: "0xa" }])
      expect(request).toEqual({ _tag: "Transaction", transaction })
    }
  })

  it("reviews the type of a call, and sends no empty member and none for a node's client", () => {
    const asked = {
      ...send,
      type: "0x2",
      nonce: null,
      accessList: null,
      chain: "mainnet",
      hardfork: "prague",
    }
    const { params, request } = parseGuardedRequest("eth_sendTransaction", [asked])
    expect(params).toEqual([{ ...send, value: "0xa", type: "0x2" }])
    expect(request._tag).toBe("Transaction")
  })

  it.each<[string, object, string]>([
    ["two gas limits", { gasLimit: "0x5209" }, "gas and gasLimit differ."],
    ["a gas limit that is none", { gas: undefined, gasLimit: "invalid" }, "gasLimit is not a valid quantity"],
    ["two kinds of fees", { gasPrice: "0x1", maxFeePerGas: "0x1" }, "gasPrice and maxFeePerGas contradict"],
    ["a type without its fees", { type: "0x0", maxFeePerGas: "0x1" }, "type and maxFeePerGas contradict"],
    ["a type with other fees", { type: "0x2", gasPrice: "0x1" }, "type and gasPrice contradict"],
    ["code for the account", { authorizationList: [{ address: otherAddress }] }, "authorizationList is not"],
    ["the type of code for the account", { type: "0x4" }, "type 0x4 is not supported"],
    ["blobs", { blobVersionedHashes: [] }, "blobVersionedHashes is not supported"],
    ["the type of blobs", { type: "0x3" }, "type 0x3 is not supported"],
  ])("rejects a transaction with %s by name", (_, change, text) => {
    expect(refusal("eth_sendTransaction", [{ ...send, ...change }])).toMatchObject({
      code: -32602,
      message: expect.stringContaining(text),
    })
  })

  it.each<[string, object]>([
    ["a member that changes it", { customData: { paymaster: otherAddress } }],
    ["an unknown type", { type: "0x76" }],
  ])("returns Other for a transaction with %s", (_, change) => {
    const odd = { ...send, value: "0xa", ...change }
    expect(parseGuardedRequest("eth_sendTransaction", [odd])).toMatchObject({
      request: { _tag: "Other", method: "eth_sendTransaction", params: JSON.stringify([odd]) },
      params: [odd],
      from: checksummed,
      network: "eip155:1",
      submission: { _tag: "Transaction" },
    })
  })
})

describe("parseGuardedRequest of a batch", () => {
  const call = { to: otherAddress, value: "0x1", data: "0x" }
  const batch = { version: "2.0.0", from: me, chainId: "0xa", atomicRequired: true, calls: [call] }

  it("keeps the dApp's id, or sets one", () => {
    const named = parseGuardedRequest("wallet_sendCalls", [{ ...batch, id: "0x01" }])
    expect(named).toMatchObject({
      request: { _tag: "Calls", calls: [{ to: otherAddress, value: 1n, data: "0x" }] },
      from: checksummed,
      network: "eip155:10",
      submission: { _tag: "Batch", id: "0x01" },
      params: [{ ...batch, id: "0x01" }],
    })
    const unnamed = parseGuardedRequest("wallet_sendCalls", [batch])
    if (unnamed.submission._tag !== "Batch") throw new Error("It leaves as a batch.")
    expect(unnamed.submission.id).toMatch(/^0x[0-9a-f]{64}$/)
    expect(unnamed.params).toEqual([{ ...batch, id: unnamed.submission.id }])
  })

  it("returns Other for a batch with unknown capabilities or fields", () => {
    const read = (change: object) =>
      parseGuardedRequest("wallet_sendCalls", [{ ...batch, ...change }]).request._tag
    expect(read({ capabilities: { paymasterService: { url: "https://pay.example" } } })).toBe("Calls")
    const sponsored = {
      paymasterService: { url: "https://pay.example", context: { id: "1" }, optional: true },
    }
    expect(read({ capabilities: { ...sponsored, atomic: { required: true }, auxiliaryFunds: true } })).toBe(
      "Calls",
    )
    expect(read({ capabilities: { permissions: {} } })).toBe("Other")
    expect(read({ capabilities: { paymasterService: { ...sponsored.paymasterService, grant: {} } } })).toBe(
      "Other",
    )
    expect(read({ capabilities: { atomic: { delegateTo: otherAddress } } })).toBe("Other")
    expect(read({ calls: [{ ...call, capabilities: { atomic: [{}] } }] })).toBe("Other")
    expect(read({ calls: [{ ...call, capabilities: { odd: {} } }] })).toBe("Other")
    expect(read({ calls: [call, { data: "0x60" }] })).toBe("Other")
    expect(read({ permissions: {} })).toBe("Other")
    expect(read({ calls: [{ ...call, permissions: [{}] }] })).toBe("Other")
  })

  it("sends a call without the batch's own chain and without empty members", () => {
    const calls = [{ ...call, chainId: "0x0a", capabilities: null, data: null }]
    const { params, request } = parseGuardedRequest("wallet_sendCalls", [{ ...batch, id: "0x01", calls }])
    expect(request).toEqual({ _tag: "Calls", calls: [{ to: otherAddress, value: 1n, data: "0x" }] })
    expect(params).toEqual([{ ...batch, id: "0x01", calls: [{ to: otherAddress, value: "0x1" }] }])
  })

  it.each<[string, object]>([
    ["a chain of its own for one call", { calls: [{ ...call, chainId: "0x1" }] }],
    ["a chain for one call alone", { chainId: undefined, calls: [{ ...call, chainId: "0x1" }] }],
    ["another's code for one call", { calls: [call, { ...call, operation: 1 }] }],
    ["code for the account", { authorizationList: [{ address: otherAddress }] }],
    ["a key that may sign from now on", { permissions: [{}] }],
  ])("returns Other for a batch with %s", (_, change) => {
    expect(parseGuardedRequest("wallet_sendCalls", [{ ...batch, ...change }]).request._tag).toBe("Other")
  })

  it.each([
    ["no call", { calls: [] }],
    ["a call that is none", { calls: ["0x"] }],
    ["a recipient that is none", { calls: [{ ...call, to: "0x1" }] }],
    ["an id that is too long", { id: "x".repeat(4097) }],
    ["an account that is none", { from: "me" }],
    ["no account", { from: undefined }],
    ["more calls than anybody reads", { calls: Array.from({ length: 101 }, () => call) }],
  ] satisfies [string, object][])("rejects a batch with %s", (_, change) => {
    expect(refusal("wallet_sendCalls", [{ ...batch, ...change }])).toMatchObject({ code: -32602 })
  })
})

describe("parseGuardedRequest of typed data", () => {
  const text = '{"domain":{"chainId":1},"message":{"a":"1"}}'

  it("removes duplicate keys, so that the wallet receives the reviewed data", () => {
    const twice = `{"message":{"a":"0"}, ${text.slice(1)}`
    const question = parseGuardedRequest("eth_signTypedData_v4", [me, twice])
    expect(question.params).toEqual([me, '{"message":{"a":"1"},"domain":{"chainId":1}}'])
    expect(question.request).toEqual({ _tag: "TypedData", typedData: question.params[1] })
    expect(question.from).toBe(checksummed)
  })

  it("sends no member of typed data that is not reviewed", () => {
    const more = `${text.slice(0, -1)},"permission":{"all":true}}`
    for (const asked of [more, JSON.parse(more)]) {
      const { params, request } = parseGuardedRequest("eth_signTypedData_v4", [me, asked])
      expect(request).toEqual({ _tag: "TypedData", typedData: text })
      expect(JSON.stringify(params)).not.toContain("permission")
    }
  })

  it("sends no third parameter of typed data", () => {
    expect(parseGuardedRequest("eth_signTypedData_v4", [me, text, "V4"]).params).toEqual([me, text])
  })

  it("accepts typed data as an object", () => {
    const question = parseGuardedRequest("eth_signTypedData_v3", [me, JSON.parse(text)])
    expect(question).toMatchObject({
      request: { _tag: "TypedData", typedData: text },
      params: [me, JSON.parse(text)],
    })
  })

  it.each<[string, unknown]>([
    ["text that is no JSON", [me, "{"]],
    ["a list", [me, "[]"]],
    ["a number that loses digits", [me, '{"message":{"amount":100000000000000000000}}']],
    ["no account", [text, "0x12"]],
  ])("rejects typed data with %s", (_, params) => {
    expect(refusal("eth_signTypedData_v4", params)).toMatchObject({ code: -32602 })
  })
})

describe("parseGuardedRequest of a message", () => {
  const asked = (params: unknown) => parseGuardedRequest("personal_sign", params)
  const hex = (text: string) => `0x${Buffer.from(text).toString("hex")}`

  it("decodes text and bytes to the same message, in either order of params", () => {
    const question = {
      params: [hex("Hi, Bob! ✓"), me],
      request: { _tag: "Message", message: "Hi, Bob! ✓" },
      from: checksummed,
    }
    expect(asked(["Hi, Bob! ✓", me])).toMatchObject(question)
    expect(asked([hex("Hi, Bob! ✓"), me])).toMatchObject(question)
    expect(asked([me, hex("Hi, Bob! ✓")])).toMatchObject(question)
  })

  it("sends no password", () => {
    expect(asked(["Hi", me, "secret"])).toEqual(asked(["Hi", me]))
    expect(asked(["Hi", me, "secret"]).params).toEqual([hex("Hi"), me])
  })

  it("takes a text that only begins like bytes for text", () => {
    for (const text of ["0x deadbeef", "0x: a prefix", "0xyz"])
      expect(asked([text, me])).toMatchObject({
        params: [hex(text), me],
        request: { _tag: "Message", message: text },
      })
  })

  it("tells bytes that are no text from text that looks like bytes", () => {
    expect(asked(["0xff", me]).request).toEqual({ _tag: "MessageBytes", bytes: "0xff" })
    expect(asked([hex("0x1234"), me]).request).toEqual({ _tag: "Message", message: "0x1234" })
    expect(asked([otherAddress, me])).toMatchObject({ params: [otherAddress, me], from: checksummed })
  })

  it.each<[string, unknown]>([
    ["no account", ["Hi"]],
    ["an account that is none", ["Hi", "0x12"]],
    ["no text", [1, me]],
  ])("rejects a message with %s", (_, params) => {
    expect(refusal("personal_sign", params)).toMatchObject({ code: -32602 })
  })
})

describe("parseGuardedRequest of another method", () => {
  it.each([
    ["eth_sign", [me, "0x01"]],
    ["eth_SendTransaction", [{ from: me }]],
    ["wallet_invented", []],
  ])("returns Other for %s", (method, params) => {
    expect(parseGuardedRequest(method, params)).toEqual({
      method,
      params,
      request: { _tag: "Other", method, params: JSON.stringify(params) },
      from: null,
      network: null,
      submission: { _tag: "Nothing" },
    })
  })
})
