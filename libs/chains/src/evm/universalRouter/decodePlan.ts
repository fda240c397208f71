import { zeroAddress } from "viem"
import { parseAbiParameters } from "viem/utils"
import { passesOnAll } from "../dangers/knownTokens.ts"
import { permit2, toEnd } from "../dangers/TokenApproval.ts"
import { decodeParameters } from "../explain/data/decodeParameters.ts"
import type { Hex } from "../Hex.ts"
import { decodeInput } from "./decodeInput.ts"
import { decodePoolActions } from "./decodePoolActions.ts"
import type { Payer, Plan, PlanPermit, PlanToken, Step } from "./Plan.ts"
import { type PlanSetting, toCodes, toHolder, toNamedHolder, toToken, wholeBalance } from "./planWords.ts"

/** 100 % in 10,000ths. */
const wholeBips = 10_000n

/** The first bit of a command says whether it may fail. The router ignores the second, and no honest plan has it. */
const mayFailFlag = 0x80

const maxDepth = 2

const timed = parseAbiParameters("bytes, bytes[], uint256")
const untimed = parseAbiParameters("bytes, bytes[]")
/** `execute(bytes,bytes[],uint256)` and `execute(bytes,bytes[])` */
export const planSelectors: readonly string[] = ["0x3593564c", "0x24856bc3"]
const [timedSelector, untimedSelector] = planSelectors

/** Decodes a call of the router. @returns `null` if a part of it cannot be decoded, or it has too many steps */
export const decodePlan = (data: Hex, setting: PlanSetting): Plan | null => {
  const [selector, digits] = [data.slice(0, 10), data.slice(10)]
  if (selector !== timedSelector && selector !== untimedSelector) return null
  const read = decodeParameters(selector === timedSelector ? timed : untimed, digits)
  if (read === null) return null
  const bytes: Hex = `0x${digits.slice(0, digits.length - read.rest.length)}`
  const [commands, inputs, deadline = null] =
    (selector === timedSelector ? decodeInput(timed, bytes) : decodeInput(untimed, bytes)) ?? []
  const steps =
    commands === undefined || inputs === undefined ? null : decodeSteps(commands, inputs, setting, 0)
  return steps === null ? null : { steps, deadline, rest: read.rest }
}

const decodeSteps = (
  commands: Hex,
  inputs: readonly Hex[],
  setting: PlanSetting,
  depth: number,
): readonly Step[] | null => {
  const codes = toCodes(commands)
  if (codes.length !== inputs.length || depth > maxDepth) return null
  const steps: Step[] = []
  for (const [at, code] of codes.entries()) {
    setting.left.steps -= 1
    const step = setting.left.steps < 0 ? null : decodeStep(code, inputs[at] ?? "0x", setting, depth)
    if (step === null) return null
    steps.push(...step)
  }
  return steps
}

const toPayer = (isAccount: boolean): Payer => (isAccount ? "account" : "router")

const poolPath = parseAbiParameters("address, uint256, uint256, bytes, bool")
const pairPath = parseAbiParameters("address, uint256, uint256, address[], bool")
const payment = parseAbiParameters("address, address, uint256")
const taking = parseAbiParameters("address, address, uint160")
const wrapping = parseAbiParameters("address, uint256")
const single = parseAbiParameters(
  "((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 deadline), bytes",
)
const batch = parseAbiParameters(
  "((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 deadline), bytes",
)
const takings = parseAbiParameters("(address from, address to, uint160 amount, address token)[]")

/** A sum that only a limit of 160 bits holds, which one version of the router cuts to. */
const isShort = (units: bigint) => units < 2n ** 160n

/** Decodes one command. Source: Dispatcher.sol of 1.2 and 2.0, which agree but for the numbers from 16. */
const decodeStep = (
  code: number,
  input: Hex,
  setting: PlanSetting,
  depth: number,
): readonly Step[] | null => {
  switch (code & ~mayFailFlag) {
    case 0x00:
      return toExactIn(decodeInput(poolPath, input), findPoolEnds, setting)
    case 0x01:
      return toExactOut(decodeInput(poolPath, input), findReversedEnds, setting)
    case 0x02: {
      const [token, to, units] = decodeInput(taking, input) ?? []
      if (token === undefined || to === undefined || units === undefined) return null
      return [{ _tag: "Pull", token: toToken(token), units, to: toHolder(to, setting) }]
    }
    case 0x03:
      return toPermit(decodeInput(batch, input)?.[0])
    case 0x04: {
      const [token, to, least] = decodeInput(payment, input) ?? []
      if (token === undefined || to === undefined || least === undefined || !isShort(least)) return null
      return [{ _tag: "Sweep", token: toToken(token), least, to: toHolder(to, setting) }]
    }
    case 0x05: {
      const [token, to, units] = decodeInput(payment, input) ?? []
      if (token === undefined || to === undefined || units === undefined) return null
      // Of the native currency the router takes no amount for everything.
      if (units === wholeBalance && token === zeroAddress) return null
      const paid = units === wholeBalance ? "all" : units
      return [{ _tag: "Pay", token: toToken(token), units: paid, to: toHolder(to, setting) }]
    }
    case 0x06: {
      const [token, to, bips] = decodeInput(payment, input) ?? []
      if (token === undefined || to === undefined || bips === undefined || bips > wholeBips) return null
      return [{ _tag: "Portion", token: toToken(token), bips, to: toHolder(to, setting) }]
    }
    case 0x08:
      return toExactIn(decodeInput(pairPath, input), findPairEnds, setting)
    case 0x09: {
      const swap = decodeInput(pairPath, input)
      const steps = toExactOut(swap, findPairEnds, setting)
      // Pairs pass on what has arrived, and nothing compares it with the amount.
      return swap === null || passesOnAll(swap[3], setting.chainId)
        ? steps
        : (steps?.map((step) => ({ ...step, least: 0n })) ?? null)
    }
    case 0x0a: {
      const [permit] = decodeInput(single, input) ?? []
      return toPermit(permit && { ...permit, details: [permit.details] })
    }
    case 0x0b: {
      const [to, units] = decodeInput(wrapping, input) ?? []
      if (to === undefined || units === undefined) return null
      return [{ _tag: "Wrap", units: units === wholeBalance ? "all" : units, to: toHolder(to, setting) }]
    }
    case 0x0c: {
      const [to, least] = decodeInput(wrapping, input) ?? []
      if (to === undefined || least === undefined) return null
      return [{ _tag: "Unwrap", least, to: toHolder(to, setting) }]
    }
    case 0x0d:
      return toPulls(decodeInput(takings, input)?.[0], setting)
    case 0x0e:
      // It reverts when an owner has less of a token: no asset moves.
      return decodeInput(payment, input) === null ? null : []
    case 0x10: {
      const actions = setting.hasPools ? decodePoolActions(input, setting) : null
      return actions && [{ _tag: "Pools", actions }]
    }
    case 0x21: {
      const [commands, inputs] = decodeInput(untimed, input) ?? []
      if (commands === undefined || inputs === undefined) return null
      const steps = decodeSteps(commands, inputs, setting, depth + 1)
      return steps && [{ _tag: "SubPlan", steps, mayFail: (code & mayFailFlag) !== 0 }]
    }
    default:
      return null
  }
}

/** The first and the last token of a path; `null` if there are no two. */
type EndsFinder<P> = (path: P) => readonly [first: PlanToken, last: PlanToken] | null

/** Addresses of 20 bytes with fees of 3 between them. */
const findPoolEnds: EndsFinder<Hex> = (path) => {
  const bytes = path.length / 2 - 1
  return bytes < 43 || (bytes - 20) % 23 !== 0
    ? null
    : [toToken(path.slice(0, 42)), toToken(`0x${path.slice(-40)}`)]
}

/** An exact output starts with what is bought. */
const findReversedEnds: EndsFinder<Hex> = (path) => {
  const [first, last] = findPoolEnds(path) ?? []
  return first === undefined || last === undefined ? null : [last, first]
}

const findPairEnds: EndsFinder<readonly Hex[]> = (path) => {
  const [first, last] = [path[0], path.at(-1)]
  return first === undefined || last === undefined || path.length < 2 ? null : [toToken(first), toToken(last)]
}

type Swap<P> = readonly [recipient: Hex, amount: bigint, limit: bigint, path: P, isAccountPaying: boolean]

const toExactIn = <P>(
  swap: Swap<P> | null,
  findEnds: EndsFinder<P>,
  setting: PlanSetting,
): readonly Step[] | null => {
  if (swap === null) return null
  const [recipient, amount, least, path, isAccountPaying] = swap
  const ends = findEnds(path)
  // 0 stands for what the pair already has, and the balance is the router's also if the account pays.
  if (ends === null || amount === 0n || (amount === wholeBalance && isAccountPaying)) return null
  const [tokenIn, tokenOut] = ends
  const amountIn = amount === wholeBalance ? "all" : amount
  const [payer, to] = [toPayer(isAccountPaying), toHolder(recipient, setting)]
  return [{ _tag: "ExactIn", tokenIn, tokenOut, amountIn, least, payer, to }]
}

const toExactOut = <P>(
  swap: Swap<P> | null,
  findEnds: EndsFinder<P>,
  setting: PlanSetting,
): readonly Extract<Step, { readonly _tag: "ExactOut" }>[] | null => {
  if (swap === null) return null
  const [recipient, least, most, path, isAccountPaying] = swap
  const ends = findEnds(path)
  if (ends === null) return null
  const [tokenIn, tokenOut] = ends
  const [payer, to] = [toPayer(isAccountPaying), toHolder(recipient, setting)]
  return [{ _tag: "ExactOut", tokenIn, tokenOut, most, least, payer, to }]
}

interface Permitted {
  readonly details: readonly { readonly token: Hex; readonly amount: bigint; readonly expiration: number }[]
  readonly spender: Hex
}

const toPermit = (permit: Permitted | undefined): readonly Step[] | null =>
  permit === undefined
    ? null
    : [
        {
          _tag: "Permit",
          approvals: permit.details.map(
            ({ amount, expiration, token }): PlanPermit => ({
              token,
              spender: permit.spender,
              amount,
              expires: BigInt(expiration),
              ...toEnd(permit2, BigInt(expiration)),
            }),
          ),
        },
      ]

const toPulls = (
  list:
    | readonly { readonly from: Hex; readonly to: Hex; readonly amount: bigint; readonly token: Hex }[]
    | undefined,
  setting: PlanSetting,
): readonly Step[] | null =>
  // The router reverts unless everything is the account's.
  list === undefined || list.some(({ from }) => from.toLowerCase() !== setting.account)
    ? null
    : list.map(({ amount, to, token }) => ({
        _tag: "Pull",
        token: toToken(token),
        units: amount,
        // Here no number stands for anyone.
        to: toNamedHolder(to, setting),
      }))
