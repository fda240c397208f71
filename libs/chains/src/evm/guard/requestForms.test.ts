import { describe, expect, it } from "vitest"
import { parseGuardedRequest } from "./guardProvider.ts"

/**
 * The forms of requests that dApps send, and what MetaMask makes of each. Read from @metamask/transaction-controller 69
 * (`normalizeTransactionParams`, `validateTxParams`), @metamask/signature-controller 39 (`normalizePersonalMessageData`)
 * and @metamask/eth-json-rpc-middleware 21 (`wallet`).
 */
const me = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
const you = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const bare = (hex: string) => hex.slice(2)

const refusal = (method: string, params: unknown): unknown => {
  try {
    return parseGuardedRequest(method, params)
  } catch (error) {
    return error
  }
}

describe("parseGuardedRequest of the forms of a transaction", () => {
  const send = { from: me, to: you }

  it.each<[form: string, asked: object, sent: object]>([
    ["a value with leading zeros", { value: "0x000a" }, { value: "0xa" }],
    ["a prefix in capitals", { value: "0X0A" }, { value: "0xa" }],
    ["a value without 0x that only hex can be", { value: "de0b6b3a7640000" }, { value: "0xde0b6b3a7640000" }],
    ["one digit without 0x", { value: "7" }, { value: "0x7" }],
    ["nothing as zero without 0x", { value: "0" }, { value: "0x0" }],
    ["a value that is a number", { value: 10 }, { value: "0xa" }],
    ["an empty value", { value: "" }, {}],
    ["a null value", { value: null }, {}],
    ["half a byte of calldata", { data: "0xabc" }, { data: "0x0abc" }],
    ["calldata without 0x", { data: "a9059cbb" }, { data: "0xa9059cbb" }],
    ["calldata with a prefix in capitals", { data: "0Xa9059cbb" }, { data: "0xa9059cbb" }],
    ["empty calldata", { data: "" }, {}],
    ["calldata as input, which MetaMask would drop", { input: "0xa9059cbb" }, { data: "0xa9059cbb" }],
    ["calldata by both names", { data: "0xA9059CBB", input: "0xa9059cbb" }, { data: "0xA9059CBB" }],
    ["a recipient without 0x", { to: bare(you) }, { to: you }],
    ["a recipient with a prefix in capitals", { to: `0X${bare(you)}` }, { to: you }],
    ["a gas limit by web3.js's name", { gasLimit: "0x5208" }, { gas: "0x5208" }],
    ["gas that is a number", { gas: 21_000 }, { gas: "0x5208" }],
    ["gas with leading zeros", { gas: "0x05208" }, { gas: "0x5208" }],
    ["a nonce that is a number", { nonce: 3 }, { nonce: "0x3" }],
    ["a type that is a number", { type: 2 }, { type: "0x2" }],
    ["a type with leading zeros", { type: "0x02" }, { type: "0x2" }],
    ["a chain in decimal", { chainId: "137" }, { chainId: "0x89" }],
    ["a chain that is a number", { chainId: 137 }, { chainId: "0x89" }],
    ["a chain in capitals and padded", { chainId: "0X0089" }, { chainId: "0x89" }],
    ["members of web3.js and viem", { chain: "mainnet", hardfork: "prague", account: me, kzg: {} }, {}],
    ["unknown members", { foo: "bar", description: "A gift", estimatedBaseFee: "0x1" }, {}],
  ])("sends one form for %s, and reviews it as a call", (_, asked, sent) => {
    const { params, request } = parseGuardedRequest("eth_sendTransaction", [{ ...send, ...asked }])
    expect(params).toEqual([{ ...send, ...sent }])
    expect(request._tag).toBe("Transaction")
  })

  it.each<[form: string, asked: object]>([
    ["no recipient", { to: undefined }],
    ["an empty recipient", { to: "" }],
    ["the recipient 0x", { to: "0x" }],
  ])("reviews a contract creation when a transaction with code has %s", (_, asked) => {
    const { params, request } = parseGuardedRequest("eth_sendTransaction", [
      { ...send, data: "0x6080", ...asked },
    ])
    expect(params).toEqual([{ from: me, data: "0x6080" }])
    expect(request).toMatchObject({ _tag: "Transaction", transaction: { to: null, data: "0x6080" } })
  })

  it.each<[form: string, rest: readonly unknown[]]>([
    ["a block", ["latest"]],
    ["an undefined callback", [undefined]],
    ["a null", [null]],
  ])("drops %s after a transaction", (_, rest) => {
    expect(
      parseGuardedRequest("eth_sendTransaction", [send, ...rest].with(0, { ...send, value: "0x1" })),
    ).toMatchObject({ params: [{ ...send, value: "0x1" }] })
  })

  it.each<[form: string, asked: object, text: string]>([
    ["a value that is decimal to some", { value: "1000" }, "value is ambiguous"],
    ["a value in powers of ten", { value: "1e18" }, "value is ambiguous"],
    ["gas that is decimal to some", { gas: "21000" }, "gas is ambiguous"],
    ["a gas limit that is decimal to some", { gasLimit: "21000" }, "gasLimit is ambiguous"],
    ["a value in ether", { value: "0.5" }, "value is not a valid quantity"],
    ["a value in words", { value: "1 ETH" }, "value is not a valid quantity"],
    ["a negative value", { value: "-0x1" }, "value is not a valid quantity"],
    ["a value without digits", { value: "0x" }, "value is not a valid quantity"],
    ["calldata that is a list", { data: [1, 2] }, "data is not a valid byte string"],
    ["a recipient that is a name", { to: "nina.eth" }, "to is not a valid EVM address"],
    ["nowhere to go", { to: "0x", value: "0x1" }, "to is missing"],
    ["two calldata", { data: "0xab", input: "0xabc" }, "data and input differ"],
    ["two gas limits", { gas: "0x1", gasLimit: 2 }, "gas and gasLimit differ"],
    ["a chain that is a name", { chainId: "mainnet" }, "chainId is not a valid chain ID"],
  ])("refuses %s by name", (_, asked, text) => {
    expect(refusal("eth_sendTransaction", [{ ...send, ...asked }])).toMatchObject({
      code: -32602,
      message: expect.stringContaining(text),
    })
  })
})

describe("parseGuardedRequest of the forms of a batch", () => {
  const call = { to: you, value: "0x1", data: "0xab" }
  const batch = {
    version: "2.0.0",
    id: "0x01",
    from: me,
    chainId: "0xa",
    atomicRequired: true,
    calls: [call],
  }

  it.each<[form: string, asked: object]>([
    ["the chain in decimal", { chainId: "10" }],
    ["the chain as a padded number", { chainId: "0x0A" }],
    ["a value that is a number", { calls: [{ ...call, value: 1 }] }],
    ["a padded value", { calls: [{ ...call, value: "0X01" }] }],
    ["calldata without 0x", { calls: [{ ...call, data: "ab" }] }],
    ["a recipient without 0x", { calls: [{ ...call, to: bare(you) }] }],
    ["the account in each call", { calls: [{ ...call, from: me }] }],
    ["a limit of gas in a call", { calls: [{ ...call, gas: "0x5208", gasLimit: "0x5208" }] }],
    ["calldata as input", { calls: [{ to: you, value: "0x1", input: "0xab" }] }],
    ["calldata by both names", { calls: [{ ...call, input: "0xAB" }] }],
    [
      "surplus members",
      { hello: 1, account: me, calls: [{ ...call, hello: 1, abi: [], args: [], nonce: "0x1" }] },
    ],
    ["capabilities that say nothing", { capabilities: [], calls: [{ ...call, capabilities: null }] }],
    ["an unknown optional capability", { capabilities: { sparkle: { optional: true } } }],
  ])("sends one form for %s, and reviews its calls", (_, asked) => {
    const { params, request } = parseGuardedRequest("wallet_sendCalls", [{ ...batch, ...asked }])
    expect(params).toEqual([{ ...batch, ...("capabilities" in asked && { capabilities: {} }) }])
    expect(request).toEqual({ _tag: "Calls", calls: [{ to: you, value: 1n, data: "0xab" }] })
  })

  it.each<[version: string, asked: object]>([
    ["version 1.0", { version: "1.0" }],
    ["no version", { version: undefined }],
    ["no atomicity", { atomicRequired: undefined }],
    ["no chain", { chainId: undefined }],
  ])("reviews and sends a batch with %s as it is", (_, asked) => {
    const { params, request } = parseGuardedRequest("wallet_sendCalls", [{ ...batch, ...asked }])
    expect(params).toEqual([JSON.parse(JSON.stringify({ ...batch, ...asked }))])
    expect(request._tag).toBe("Calls")
  })

  it.each<[form: string, asked: object, text: string]>([
    ["two calldata", { calls: [{ ...call, input: "0xac" }] }, "data and input differ"],
    ["atomicity in words", { atomicRequired: "true" }, "atomicRequired is not a boolean"],
    ["a value that is decimal to some", { calls: [{ ...call, value: "1000" }] }, "value is ambiguous"],
    ["an id that is a number", { id: 5 }, "id is not a valid batch ID"],
  ])("refuses %s by name", (_, asked, text) => {
    expect(refusal("wallet_sendCalls", [{ ...batch, ...asked }])).toMatchObject({
      code: -32602,
      message: expect.stringContaining(text),
    })
  })

  it("returns Other for a batch when a call names another account", () => {
    const asked = { ...batch, calls: [{ ...call, from: you }] }
    expect(parseGuardedRequest("wallet_sendCalls", [asked]).request._tag).toBe("Other")
  })
})

describe("parseGuardedRequest of the forms of a signature", () => {
  const hex = (text: string) => `0x${Buffer.from(text).toString("hex")}`

  it.each<[form: string, params: readonly unknown[], bytes: string]>([
    ["text", ["hello", me], hex("hello")],
    ["bytes", [hex("hello"), me], hex("hello")],
    ["swapped params", [me, hex("hello")], hex("hello")],
    ["a password", [hex("hello"), me, "Example password"], hex("hello")],
    ["an undefined password", [hex("hello"), me, undefined], hex("hello")],
    ["a null and more", [hex("hello"), me, null, "more"], hex("hello")],
    ["half a byte", ["0xabc", me], "0x0abc"],
    ["a prefix in capitals", ["0Xab", me], "0xab"],
    ["text that begins like bytes", ["0x deadbeef", me], hex("0x deadbeef")],
    ["hex without 0x, which is text to most wallets", ["deadbeef", me], hex("deadbeef")],
    ["nothing", ["0x", me], "0x"],
  ])("sends the message as bytes for %s", (_, params, bytes) => {
    expect(parseGuardedRequest("personal_sign", params).params).toEqual([bytes, me])
  })

  it.each<[form: string, account: string]>([
    ["without 0x", bare(me)],
    ["with a prefix in capitals", `0X${bare(me)}`],
  ])("sends the account that was checked when it is written %s", (_, account) => {
    const [, message] = parseGuardedRequest("personal_sign", ["hello", account]).params
    const [typed] = parseGuardedRequest("eth_signTypedData_v4", [account, typedData]).params
    const [, first] = parseGuardedRequest("eth_signTypedData_v1", [[{}], account]).params
    expect([message, typed, first]).toEqual([me, me, me])
  })

  const typedData = {
    types: { EIP712Domain: [{ name: "name", type: "string" }], Mail: [{ name: "body", type: "string" }] },
    primaryType: "Mail",
    domain: { name: "Mail" },
    message: { body: "hi" },
  }

  it.each(["eth_signTypedData", "eth_signTypedData_v3", "eth_signTypedData_v4"])(
    "reviews typed data of %s when its params are swapped",
    (method) => {
      const text = JSON.stringify(typedData)
      for (const [asked, sent] of [
        [typedData, typedData],
        [text, text],
      ])
        expect(parseGuardedRequest(method, [asked, bare(me)])).toMatchObject({
          request: { _tag: "TypedData", typedData: text },
          params: [me, sent],
        })
    },
  )

  it("declares the domain where the dApp does not, without which MetaMask would sign", () => {
    const domain = { chainId: "0x1", verifyingContract: you, name: "Mail" }
    const undeclared = { ...typedData, domain, types: { Mail: typedData.types.Mail, Surplus: [] } }
    const { params, request } = parseGuardedRequest("eth_signTypedData_v4", [me, undeclared])
    const declared = [
      { name: "name", type: "string" },
      { name: "chainId", type: "uint256" },
      { name: "verifyingContract", type: "address" },
    ]
    expect(params[1]).toEqual({ ...undeclared, types: { EIP712Domain: declared, ...undeclared.types } })
    expect(request).toEqual({ _tag: "TypedData", typedData: JSON.stringify(params[1]) })
    expect(
      refusal("eth_signTypedData_v4", [me, { ...undeclared, domain: { ...domain, hello: 1 } }]),
    ).toMatchObject({
      code: -32602,
      message: "domain has a member without a type: hello.",
    })
  })

  it.each<[form: string, method: string, params: readonly unknown[]]>([
    ["text", "eth_signTypedData_v4", [me, JSON.stringify(typedData)]],
    ["an object", "eth_signTypedData_v4", [me, typedData]],
    ["an object of version 3", "eth_signTypedData_v3", [me, typedData]],
    ["a version after it", "eth_signTypedData_v4", [me, typedData, { version: "V4" }]],
    ["EIP-712's own name of the method", "eth_signTypedData", [me, typedData]],
    ["that name and text", "eth_signTypedData", [me, JSON.stringify(typedData)]],
  ])("reviews typed data given as %s", (_, method, params) => {
    expect(parseGuardedRequest(method, params)).toMatchObject({
      method,
      request: { _tag: "TypedData", typedData: JSON.stringify(typedData) },
      params: [me, params[1]],
    })
  })

  it.each(["eth_signTypedData", "eth_signTypedData_v1"])(
    "knows the account of %s's first version",
    (method) => {
      const values = [{ type: "string", name: "Message", value: "Hi, Alice!" }]
      expect(parseGuardedRequest(method, [values, me, {}])).toMatchObject({
        request: { _tag: "Other", params: JSON.stringify([values, me]) },
        params: [values, me],
        from: "0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb",
      })
    },
  )
})
