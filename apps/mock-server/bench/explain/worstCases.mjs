import { concatHex, encodeFunctionData, numberToHex, parseAbi, toHex } from "viem"
import { me } from "../../../../scripts/warnings/corpus.mjs"

const router = "0xE592427A0AEce92De3Edee1F18E0157C05861564"
const spender = "0x000000000022D473030F116dDEE9F6B43aC78BA3"
const abi = parseAbi([
  "function approve(address, uint256)",
  "function multicall(bytes[])",
  "function refundETH()",
  "function execute(bytes, bytes[], uint256)",
  "function sweepToken(address, uint256, address)",
  "function exactInputSingle((address, address, uint24, address, uint256, uint256, uint256, uint160))",
  "function swapExactTokensForTokens(uint256, uint256, address[], address, uint256)",
])
const call = (functionName, ...args) => encodeFunctionData({ abi, functionName, args })
const times = (count, make) => Array.from({ length: count }, (_, at) => make(at))
const token = (at) => numberToHex(0xc0ffee00 + at, { size: 20 })
const send = (data, to = router) => ({ method: "eth_sendTransaction", params: [{ from: me, to, data }] })
const sign = (primaryType, types, message) => ({
  method: "eth_signTypedData_v4",
  params: [
    me,
    JSON.stringify({
      domain: { name: "Test", chainId: 1, verifyingContract: spender },
      primaryType,
      types: { EIP712Domain: domainType, ...types },
      message,
    }),
  ],
})
const domainType = [
  { name: "name", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
]

const padding = (bytes) => `0x${"00".repeat(bytes)}`
const refund = call("refundETH")
const swap = (at = 0) =>
  call("exactInputSingle", [token(at), token(at + 1), 500, me, 9_999_999_999n, 10n ** 6n, 10n ** 18n, 0n])
const nest = (depth, data) => times(depth, () => null).reduce((inner) => call("multicall", [inner]), data)
const approve = call("approve", spender, 2n ** 256n - 1n)

/** A permit of 200 tokens that are all zero: the list has a length and nothing else. */
const permits = concatHex(["0x2a2d80d1", ...[64, 0, 200].map((value) => numberToHex(value, { size: 32 }))])
const universalRouter = "0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af"
/** A plan for it that wraps some of the currency again and again. */
const plan = (count) =>
  call(
    "execute",
    `0x${"0b".repeat(count)}`,
    times(count, () => concatHex([2n, 5n].map((value) => numberToHex(value, { size: 32 })))),
    9_999_999_999n,
  )
const batch = (calls) => ({
  method: "wallet_sendCalls",
  params: [{ version: "2.0.0", chainId: "0x1", from: me, atomicRequired: true, calls }],
})

/** Requests that cost the most of all that can be reviewed, each at a bound of the explanation. */
export const worstCases = [
  {
    id: "multicall of 199 calls",
    ...send(
      call(
        "multicall",
        times(199, () => refund),
      ),
    ),
  },
  { id: "multicall of 120 swaps, each of other tokens", ...send(call("multicall", times(120, swap))) },
  {
    id: "multicall of 199 calls, each of 500 bytes",
    ...send(
      call(
        "multicall",
        times(199, () => concatHex([refund, padding(500)])),
      ),
    ),
  },
  { id: "190 nested multicalls", ...send(nest(190, swap())) },
  { id: "190 nested multicalls of 131 kB", ...send(nest(190, concatHex([refund, padding(100_000)]))) },
  {
    id: "multicalls of 13 by 13",
    ...send(
      call(
        "multicall",
        times(13, () =>
          call(
            "multicall",
            times(13, () => refund),
          ),
        ),
      ),
    ),
  },
  {
    id: "path of 4,000 tokens",
    ...send(call("swapExactTokensForTokens", 10n ** 9n, 1n, times(4_000, token), me, 9n)),
  },
  { id: "unread call of 131 kB", ...send(concatHex(["0x12345678", padding(131_000)])) },
  {
    id: "unread call with 199 approvals",
    ...send(concatHex(["0x12345678", ...times(199, () => approve)])),
  },
  {
    id: "batch of 100 approvals of 100 tokens",
    ...batch(times(100, (at) => ({ to: token(at), value: "0x0", data: approve }))),
  },
  {
    id: "batch of 100 multicalls of 8 calls",
    ...batch(
      times(100, () => ({
        to: router,
        value: "0x0",
        data: call(
          "multicall",
          times(8, () => refund),
        ),
      })),
    ),
  },
  {
    id: "permit of 150 tokens",
    ...sign(
      "PermitBatch",
      {
        PermitBatch: [
          { name: "details", type: "PermitDetails[]" },
          { name: "spender", type: "address" },
          { name: "sigDeadline", type: "uint256" },
        ],
        PermitDetails: [
          { name: "token", type: "address" },
          { name: "amount", type: "uint160" },
          { name: "expiration", type: "uint48" },
          { name: "nonce", type: "uint48" },
        ],
      },
      {
        details: times(150, (at) => ({
          token: token(at),
          amount: "5000000000",
          expiration: "281474976710655",
          nonce: "0",
        })),
        spender,
        sigDeadline: "9999999999",
      },
    ),
  },
  {
    id: "typed data of 400 calls with 10 approvals each",
    ...sign(
      "Thing",
      { Thing: [{ name: "list", type: "bytes[]" }] },
      {
        list: times(400, () => concatHex(times(10, () => approve))),
      },
    ),
  },
  {
    id: "typed data with 90 kB of nested multicalls",
    ...sign("Thing", { Thing: [{ name: "data", type: "bytes" }] }, { data: nest(150, approve) }),
  },
  {
    id: "typed data with 199 approvals in 45 kB",
    ...sign(
      "Thing",
      { Thing: [{ name: "data", type: "bytes" }] },
      {
        data: concatHex(times(199, () => concatHex(["0x095ea7b3", "0xac9650d8", padding(200)]))),
      },
    ),
  },
  {
    id: "typed data of 4,800 permits of 200 tokens",
    ...sign(
      "Thing",
      { Thing: [{ name: "list", type: "bytes[]" }] },
      { list: times(24, () => concatHex(["0x00", ...times(199, () => permits)])) },
    ),
  },
  {
    id: "typed data of five times 190 nested multicalls",
    ...sign(
      "Thing",
      { Thing: [{ name: "list", type: "bytes[]" }] },
      { list: times(5, () => nest(190, concatHex([approve, padding(60_000)]))) },
    ),
  },
  {
    id: "batch of 3 multicalls of 199 permits of 200 tokens",
    ...batch(
      times(3, () => ({
        to: router,
        value: "0x0",
        data: call(
          "multicall",
          times(199, () => permits),
        ),
      })),
    ),
  },
  {
    id: "batch of 4 times 190 nested multicalls",
    ...batch(
      times(4, () => ({ to: router, value: "0x0", data: nest(190, concatHex([refund, padding(2_000)])) })),
    ),
  },
  {
    id: "batch of 8 plans of 62 commands",
    ...batch(times(8, () => ({ to: universalRouter, value: "0x0", data: plan(62) }))),
  },
  {
    id: "typed data of 900 numbers",
    ...sign("Thing", { Thing: [{ name: "list", type: "uint256[]" }] }, { list: times(900, String) }),
  },
  {
    id: "message of 88 kB",
    method: "personal_sign",
    params: [toHex("I agree.\n".repeat(900) + "x".repeat(80_000)), me],
  },
]

/** The tokens of these requests, in lower case. */
export const worstTokens = times(200, token)
